import './trajectory.css';
import { useMemo, useState } from 'react';
import type { FirstSeen, Hit, Term } from '#shared/model/steps.ts';
import { useAssay } from '../../client/index.ts';
import { Button, count, Field, Message, ScrollRegion, Tag } from '../../ui/index.ts';
import type { Place } from './logic/moving.ts';
import type { SqlTerm } from './logic/sql-terms.ts';

const HEADS: Record<SqlTerm['in'], string> = {
  gold: 'Only in gold',
  prediction: 'Only in the prediction',
  both: 'In both',
};

/** Where each table, column, literal and clause of the two queries, or any text, first appears in the trajectory. */
export function FirstSeenList({
  at,
  terms,
  onGo,
}: {
  at: Place;
  terms: readonly SqlTerm[];
  onGo: (hit: Hit, length: number) => void;
}) {
  const [text, setText] = useState('');
  const asked = useMemo(
    (): Term[] => terms.slice(0, MOST_TERMS).map(({ text: term, words, sqlOnly }) => ({ text: term, words, sqlOnly })),
    [terms],
  );
  const found = useAssay('steps.first', { ...at, terms: asked }).data;
  const typed = text.trim();
  const own = useAssay(
    'steps.first',
    { ...at, terms: [{ text: typed, words: false, sqlOnly: false }] },
    { enabled: typed !== '' },
  ).data;
  return (
    <ScrollRegion as="section" className="room-first" aria-label="First seen">
      <Field label="First appearance of any text" placeholder="Any text" icon="search" value={text} onChange={setText} />
      {typed !== '' && own?.[0] && <FirstRow name={typed} kind={null} seen={own[0]} onGo={onGo} />}
      {terms.length === 0 && (
        <Message icon="lines" title="No SQL to take names from">
          Neither gold nor prediction has a query; any text can be looked for.
        </Message>
      )}
      {(['gold', 'prediction', 'both'] as const).map((where) => {
        const rows = terms.flatMap((term, index) => (term.in === where && index < MOST_TERMS ? [{ term, index }] : []));
        if (rows.length === 0) return null;
        return (
          <section key={where}>
            <h3 className="room-first-head">
              {HEADS[where]} <span className="u-text-3">{count(rows.length)}</span>
            </h3>
            {rows.map(({ term, index }) => (
              <FirstRow
                key={`${term.kind} ${term.text}`}
                name={term.text}
                kind={term.kind}
                seen={found?.[index] ?? null}
                onGo={onGo}
              />
            ))}
          </section>
        );
      })}
      {terms.length > MOST_TERMS && (
        <p className="u-warn u-small">
          The first {MOST_TERMS} of {count(terms.length)} are listed; look for others by their text.
        </p>
      )}
    </ScrollRegion>
  );
}

const MOST_TERMS = 300;

function FirstRow({
  name,
  kind,
  seen,
  onGo,
}: {
  name: string;
  kind: SqlTerm['kind'] | null;
  seen: FirstSeen | null;
  onGo: (hit: Hit, length: number) => void;
}) {
  const link = (hit: Hit, word: string) => (
    <Button kind="link" onClick={() => onGo(hit, name.length)}>
      {word} {count(hit.step + 1)}
    </Button>
  );
  const [inSql, anywhere] = [seen?.inSql ?? null, seen?.anywhere ?? null];
  return (
    <p className="room-first-row">
      <code className="u-ellipsis" title={name}>
        {name}
      </code>
      {kind && <Tag>{kind}</Tag>}
      <span className="room-first-where">
        {seen === null ? '…' : anywhere === null ? <span className="u-text-3">never seen</span> : null}
        {anywhere && (inSql === null || anywhere.step !== inSql.step) && link(anywhere, 'seen in')}
        {anywhere && inSql === null && <span className="u-warn">unused</span>}
        {inSql && link(inSql, 'used in')}
      </span>
    </p>
  );
}
