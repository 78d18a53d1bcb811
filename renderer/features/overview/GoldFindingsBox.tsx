import { FINDING_KINDS, FINDING_MEANINGS, PROPOSED_PARTY } from '#shared/model/finding.ts';
import { isBusy, startGoldCheck, useActivity, useAssay } from '../../client/index.ts';
import { Button, count, counted, PaneHead } from '../../ui/index.ts';
import { NumberLink } from './SystemsTable.tsx';

/** Golds that may be wrong, by what speaks against them. A count opens its instances. */
export function GoldFindingsBox({ onList }: { onList: (title: string, instanceIds: readonly string[]) => void }) {
  const found = useAssay('gold.findings', null).data;
  const busy = useActivity((store) => isBusy(store.activity));
  const instancesOf = (kind: string) => [
    ...new Set((found?.findings ?? []).filter((finding) => finding.kind === kind).map(({ instanceId }) => instanceId)),
  ];
  const rows = FINDING_KINDS.map((kind) => ({ kind, instanceIds: instancesOf(kind) })).filter(
    ({ instanceIds }) => instanceIds.length > 0,
  );
  const isChecked = found !== undefined && found.checkedAt !== null;
  const unprobed = found?.unprobed ?? [];
  return (
    <section className="ov-box" data-pane aria-label="Golds in doubt">
      <PaneHead
        title="Golds in doubt"
        note={isChecked ? `${counted(found.golds, 'gold')} checked` : undefined}
        right={
          <Button size="small" disabled={busy} onClick={() => void startGoldCheck()}>
            {isChecked ? 'Check again' : 'Check gold'}
          </Button>
        }
      />
      {!isChecked ? (
        <p className="ov-box-note">
          Not checked yet: whether each gold runs, matches its stored tables and itself, and whether LIMIT cuts a tie.
        </p>
      ) : (
        <>
          {rows.length === 0 && <p className="ov-box-note">Nothing speaks against a gold.</p>}
          <table className="ui-table">
            <tbody>
              {rows.map(({ kind, instanceIds }) => (
                <tr key={kind} title={`${FINDING_MEANINGS[kind]} Speaks for: ${PROPOSED_PARTY[kind]}.`}>
                  <td className="u-text-2">{kind}</td>
                  <td className="ui-number">
                    <NumberLink
                      label={`${kind}: ${counted(instanceIds.length, 'instance')}`}
                      onClick={() => onList(kind, instanceIds)}
                    >
                      {count(instanceIds.length)}
                    </NumberLink>
                  </td>
                </tr>
              ))}
              {unprobed.length > 0 && (
                <tr title={[...new Set(unprobed.map(({ reason }) => reason))].join('; ')}>
                  <td className="u-text-3">order and LIMIT not looked at</td>
                  <td className="ui-number">
                    <NumberLink
                      label={`order and LIMIT not looked at: ${counted(unprobed.length, 'gold')}`}
                      onClick={() =>
                        onList(
                          'order and LIMIT not looked at',
                          unprobed.map(({ instanceId }) => instanceId),
                        )
                      }
                    >
                      {count(unprobed.length)}
                    </NumberLink>
                  </td>
                </tr>
              )}
            </tbody>
          </table>
        </>
      )}
    </section>
  );
}
