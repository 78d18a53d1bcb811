import type { TableColumns } from '#shared/contract/import.ts';
import { useAssay } from '../../client/index.ts';
import { Button, classes, Menu, Message, PaneHead, Skeleton } from '../../ui/index.ts';
import { tablePurpose } from './formats.ts';
import type { Part } from './parts.ts';
import { editItem } from './plan.ts';

const NONE = '';
const FIELD_TITLES: Readonly<Record<string, string>> = {
  id: 'Id',
  question: 'Question',
  database: 'Database',
  gold: 'Gold SQL',
  evidence: 'Evidence',
  difficulty: 'Difficulty',
  sql: 'Predicted SQL',
  rollout: 'Rollout',
};

/** Which column of a generic table is which field, with what stands there. Choosing one reads the part again. */
export function Columns({ part, disabled }: { part: Part; disabled: boolean }) {
  const { item } = part;
  const purpose = tablePurpose(item) ?? 'instances';
  const table = useAssay('import.columns', { path: item.path, purpose });
  if (table.isPending) return <Skeleton lines={5} label="Reading the columns" />;
  if (table.isError) {
    return (
      <Message tone="danger" title="The columns cannot be read">
        {table.error.message}
      </Message>
    );
  }
  return <Mapping part={part} table={table.data} disabled={disabled} />;
}

function Mapping({ part, table, disabled }: { part: Part; table: TableColumns; disabled: boolean }) {
  const { item } = part;
  const own = 'mapping' in item ? item.mapping : undefined;
  const mapping = own ?? table.mapping;
  const columnOf = (field: string) => mapping[field] ?? NONE;
  const setMapping = (next: Record<string, string> | undefined) =>
    editItem(part.id, (old) => {
      if (old.kind !== 'benchmark' && old.kind !== 'predictions') return old;
      const { mapping: _old, ...rest } = old;
      return next === undefined ? rest : { ...rest, mapping: next };
    });
  const choose = (field: string, column: string) => {
    const { [field]: _old, ...rest } = mapping;
    setMapping(column === NONE ? rest : { ...rest, [field]: column });
  };
  const used = new Set(Object.values(mapping));
  const unused = table.columns.filter((column) => !used.has(column));
  const origin =
    own !== undefined
      ? 'chosen by you'
      : table.origin === 'remembered'
        ? 'as for the last table with these columns'
        : 'guessed by their names';
  return (
    <>
      <PaneHead
        level={3}
        title="Columns"
        note={`${origin}; remembered when you import`}
        right={
          own !== undefined && (
            <Button kind="link" size="small" disabled={disabled} onClick={() => setMapping(undefined)}>
              Undo my choices
            </Button>
          )
        }
      />
      <table className="ui-table ui-table-fixed import-columns">
        <colgroup>
          <col className="import-column-field" />
          <col className="import-column-menu" />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th>field</th>
            <th>column</th>
            <th>first values</th>
          </tr>
        </thead>
        <tbody>
          {table.fields.map(({ name, needed }) => {
            const at = table.columns.indexOf(columnOf(name));
            const values = table.rows.flatMap((row) => (row[at] ? [row[at]] : []));
            const missing = needed && at === -1;
            return (
              <tr key={name}>
                <td className={classes(missing && 'u-danger')}>
                  {FIELD_TITLES[name] ?? name}
                  {needed && <span className="u-text-3"> needed</span>}
                </td>
                <td>
                  <Menu
                    label={`Column of ${FIELD_TITLES[name] ?? name}:`}
                    hideLabel
                    value={columnOf(name)}
                    disabled={disabled}
                    options={[
                      { value: NONE, label: 'none' },
                      ...table.columns.map((column) => ({ value: column, label: column === '' ? '(no name)' : column })),
                    ]}
                    onChange={(column) => choose(name, column)}
                  />
                </td>
                <td title={values.join('\n')}>
                  <code className="u-text-2">{values.join(' · ')}</code>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {unused.length > 0 && (
        <p className="import-notes">
          Other columns: {unused.join(', ')}.{' '}
          {item.kind === 'benchmark'
            ? 'Short values are kept with the instance, to stratify by.'
            : 'They are kept in the record.'}
        </p>
      )}
    </>
  );
}
