import { outsideFrame } from '#shared/analysis/strata.ts';
import { assay, failureOf, go, useAssay } from '../../client/index.ts';
import { count, Skeleton } from '../../ui/index.ts';
import { AnswerFailed } from '../overview/index.ts';
import { AccuracyTable } from './AccuracyTable.tsx';

/** The table of Exec. and EX with what it rests on. */
export function AccuracyPart({ instances }: { instances: number }) {
  const accuracy = useAssay('report.accuracy', null);
  /** The instances that a share counts: the matches of one system under one rule. */
  const open = async (system: string, rule: string, within: 'frame' | 'all') => {
    const overview = await assay.call('overview.get', { rule, reading: 'disjoint' });
    const index = overview.systems.findIndex(({ name }) => name === system);
    const rows = overview.matrix.filter(
      ({ states }) => states[index] === 'match' && (within === 'all' || outsideFrame(states) === null),
    );
    go('overview', { list: { title: `${system} matches under ${rule}`, instanceIds: rows.map(({ instanceId }) => instanceId) } });
  };
  return (
    <>
      <div className="rep-head rep-head-line">
        <h1 className="rep-title">Exec. and EX by system</h1>
        <span className="u-text-2">{count(instances)} instances</span>
      </div>
      <p className="rep-caption rep-caption-wide">
        Exec.: predictions that ran without failing, of all instances. EX: matches, of the instances whose gold ran and could be
        judged (the frame), and of all where that is more. Intervals: Wilson 95 %.
      </p>
      {accuracy.error ? (
        <AnswerFailed failure={failureOf(accuracy.error)} onRetry={() => void accuracy.refetch()} />
      ) : accuracy.data ? (
        <AccuracyTable data={accuracy.data} onOpen={(system, rule, within) => void open(system, rule, within)} />
      ) : (
        <Skeleton lines={6} label="Counting the verdicts" />
      )}
    </>
  );
}
