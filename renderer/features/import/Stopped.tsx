import type { Unfinished } from '#shared/contract/import.ts';
import { assay, fileName, isBusy, useActivity, useAssay } from '../../client/index.ts';
import { Button, clock, counted, Icon, PaneHead } from '../../ui/index.ts';
import { FORMATS, KINDS } from './formats.ts';
import { resumeImports, showFailure } from './plan.ts';

const discard = (jobs: number[]) => void assay.call('import.discard', { jobs }).catch(showFailure);

/** Imports that were cancelled, or that ended with the program: nothing of them is in the project yet. */
export function Stopped() {
  const { data } = useAssay('import.unfinished', null);
  const busy = useActivity((store) => isBusy(store.activity));
  if (busy || data === undefined || data.length === 0) return null;
  return (
    <section className="import-stopped" aria-label="Stopped imports">
      <PaneHead
        level={3}
        title="Stopped imports"
        note="nothing of them is in the project yet"
        right={
          <Button size="small" onClick={() => void resumeImports(data.map(({ item }) => item))}>
            {data.length === 1 ? 'Resume' : 'Resume all'}
          </Button>
        }
      />
      <ul>
        {data.map((each) => (
          <StoppedRow key={each.job} stopped={each} />
        ))}
      </ul>
    </section>
  );
}

function StoppedRow({ stopped: { job, item, startedAt, finishedFiles } }: { stopped: Unfinished }) {
  const name = item.kind === 'benchmark' ? fileName(item.path) : item.system;
  return (
    <li className="import-stopped-row">
      <Icon name={KINDS[item.kind].icon} />
      <span className="import-part-name">
        <span className="u-ellipsis import-part-line">
          <b className="u-medium">{KINDS[item.kind].title}</b> <span className="u-text-2">{name}</span>
        </span>
        <code className="u-ellipsis import-part-line u-text-3" title={item.path}>
          {fileName(item.path)}, {FORMATS[item.format]}
        </code>
      </span>
      <span className="u-text-2" title={new Date(startedAt).toLocaleString('en-GB')}>
        {counted(finishedFiles, 'file')} read, begun {clock(startedAt)}
      </span>
      <Button kind="link" size="small" aria-label={`Discard the stopped import of ${name}`} onClick={() => discard([job])}>
        Discard
      </Button>
    </li>
  );
}
