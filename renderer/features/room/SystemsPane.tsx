import './trial.css';
import { memo, useMemo, useState } from 'react';
import type { InstanceView, PredictionView } from '#shared/contract/room.ts';
import { dialectOf, formatSql, LineDiff, lineDiff, useFormatted } from '../../editor/index.ts';
import { Button, Message, ScrollRegion } from '../../ui/index.ts';
import { VerdictMark } from '../marks/index.ts';
import { shownGold, useGoldName } from './data.ts';
import { verdictUnder } from './logic/verdicts.ts';
import { moveTo } from './room-model.ts';
import { useRoomView } from './view-state.ts';

/** Diffs that are drawn before somebody asks for more. */
const FIRST = 12;

/** The prediction of every system against the one gold, under each other; systems with the same query stand together. */
export const SystemsPane = memo(function SystemsPane({ view, rule }: { view: InstanceView; rule: string }) {
  const formatted = useRoomView((state) => state.formatted);
  const gold = shownGold(view.golds, useGoldName(view.instance));
  const laidOut = useFormatted();
  const marksCase = useRoomView((state) => state.marksCase);
  const [all, setAll] = useState(false);
  // A long query is laid out later, and is then another text: that is what `laidOut` tells.
  const { goldText, groups } = useMemo(() => {
    const text = (sql: string | null | undefined) =>
      sql && formatted ? formatSql(sql.replaceAll('\r\n', '\n'), dialectOf(view.engine)).text : (sql ?? '');
    const bySql = new Map<string, PredictionView[]>();
    for (const prediction of view.predictions) {
      const own = text(prediction.sql);
      bySql.set(own, [...(bySql.get(own) ?? []), prediction]);
    }
    const reference = text(gold?.sql);
    const compared = [...bySql].map(([sql, predictions]) => ({ sql, predictions, diff: lineDiff(reference, sql, marksCase) }));
    return { goldText: reference, groups: compared };
  }, [view.predictions, view.engine, gold, formatted, laidOut, marksCase]);
  if (goldText === '')
    return (
      <Message icon="lines" title={gold ? 'Gold has no SQL here' : 'This instance has no gold'}>
        {gold
          ? 'There is only a reference result, so there is no text to compare the systems with.'
          : 'There is no text to compare the systems with.'}
      </Message>
    );
  const shown = all ? groups : groups.slice(0, FIRST);
  return (
    <ScrollRegion as="section" className="room-systems-sql" aria-label="Every system against gold" data-pane="all-systems">
      {shown.map(({ sql, predictions, diff }) => (
        <article key={predictions[0]!.system}>
          <div className="room-systems-sql-head">
            {predictions.map((prediction) => (
              <span key={prediction.system}>
                <Button kind="link" onClick={() => moveTo({ instance: view.instance, system: prediction.system })}>
                  {prediction.name}
                </Button>{' '}
                {!view.hidden && <VerdictMark state={verdictUnder(prediction, rule)?.state ?? 'not run'} reason={null} />}
              </span>
            ))}
            <span className="room-systems-sql-right">
              {sql === ''
                ? 'no SQL'
                : diff.added + diff.removed === 0
                  ? `the same text as gold${diff.ignored > 0 ? ' but for letter case or a last semicolon' : ''}`
                  : `+${diff.added} −${diff.removed} on gold${diff.ignored > 0 ? `, ${diff.ignored} more in case only` : ''}`}
            </span>
          </div>
          {sql !== '' && diff.added + diff.removed > 0 && (
            <LineDiff
              before={goldText}
              after={sql}
              label={`Gold and ${predictions.map(({ name }) => name).join(', ')}`}
              names={['gold', predictions[0]!.name]}
              sides="gold and prediction"
              marksCase={marksCase}
            />
          )}
        </article>
      ))}
      {groups.length > shown.length && (
        <Button kind="link" onClick={() => setAll(true)}>
          {groups.length - shown.length} more queries
        </Button>
      )}
    </ScrollRegion>
  );
});
