import { useEffect, useRef } from 'react';
import { sampleCsv } from '#shared/analysis/tables/sample.ts';
import type { Sample } from '#shared/contract/overview.ts';
import type { ProjectSummary } from '#shared/contract/project.ts';
import { go, saveOut } from '../../client/index.ts';
import { Button, classes, count, counted, Icon, PaneHead, ProgressBar } from '../../ui/index.ts';
import { shortHash, sizesText } from './logic/draw.ts';

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

const exportIds = (sample: Sample) => void saveOut(`${sample.name}-ids.csv`, () => sampleCsv(sample));

const openRoom = (sampleId: number) => go('room', { sampleId, instance: null, system: null });

/** What could be drawn, and the fingerprint by which another machine's draw can be told to rest on the same. */
const drawnFrom = ({ frame, frameHash, without }: Sample): string =>
  `${counted(frame, 'instance')} could be drawn${without.length > 0 ? `, without those of ${without.join(', ')}` : ''}.\n\n` +
  `Fingerprint of the strata's ids, the rule and the groups that they rest on: ${frameHash}`;

/** The next step after a draw: it has the focus, so that Enter goes on and no key lands in a field. */
function LabelNow({ sample }: { sample: number }) {
  const button = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    button.current?.querySelector('button')?.focus();
    button.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <span ref={button}>
      <Button kind="primary" size="small" onClick={() => openRoom(sample)}>
        Label now
      </Button>
    </span>
  );
}

/** The samples that were drawn: locked, with all that is needed to draw them again. */
export function DrawnSamples({
  samples,
  summary,
  fresh,
}: {
  samples: readonly Sample[];
  summary: ProjectSummary;
  /** The sample that was drawn just now. */
  fresh: number | null;
}) {
  return (
    <section className="smp-drawn" data-pane aria-label="Drawn samples">
      <PaneHead title="Drawn samples" note={samples.length === 0 ? 'none yet' : undefined} />
      {samples.length > 0 && (
        <table className="ui-table">
          <thead>
            <tr>
              <th>name</th>
              <th>drawn</th>
              <th>sizes</th>
              <th>seed</th>
              <th>rule</th>
              <th>drawn from</th>
              <th>labelled</th>
              <th>
                <span className="u-hidden">actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {samples.map((sample) => {
              const known = summary.samples.find(({ id }) => id === sample.id);
              const size = sample.strata.reduce((sum, { instanceIds }) => sum + instanceIds.length, 0);
              const labelled = known?.labelledInstances ?? 0;
              return (
                <tr key={sample.id} className={classes(sample.id === fresh && 'ui-row-on')}>
                  <td>
                    <span className="u-row smp-locked">
                      <Icon name="lock" size={12} />
                      <span className="u-medium u-ellipsis" title={sample.name}>
                        {sample.name}
                      </span>
                    </span>
                  </td>
                  <td className="u-text-2">
                    {DAY.format(new Date(sample.drawnAt))}, {sample.drawnBy}
                  </td>
                  <td>{sizesText(sample.strata)}</td>
                  <td className="u-mono">{sample.seed}</td>
                  <td className="u-text-2" title={`${sample.reading} reading; strong: ${sample.strongSystems.join(', ')}`}>
                    {sample.rule} {sample.ruleVersion}
                  </td>
                  <td className="u-text-2" title={drawnFrom(sample)}>
                    {count(sample.frame)} <code>{shortHash(sample.frameHash)}</code>
                  </td>
                  <td>
                    <span className="u-row">
                      <ProgressBar
                        label={`Labelled instances of ${sample.name}`}
                        done={labelled}
                        total={size}
                        className="smp-progress"
                      />
                      {count(labelled)}/{count(size)}
                    </span>
                  </td>
                  <td className="ui-number">
                    <span className="smp-actions">
                      {sample.id === fresh ? (
                        <LabelNow sample={sample.id} />
                      ) : (
                        <Button kind="link" onClick={() => openRoom(sample.id)}>
                          Open
                        </Button>
                      )}
                      <Button kind="link" onClick={() => exportIds(sample)}>
                        Export ids
                      </Button>
                    </span>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </section>
  );
}
