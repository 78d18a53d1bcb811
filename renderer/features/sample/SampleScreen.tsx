import './sample.css';
import { useMemo, useState } from 'react';
import { outsideFrame } from '#shared/analysis/strata.ts';
import type { Overview } from '#shared/contract/overview.ts';
import type { ProjectSummary } from '#shared/contract/project.ts';
import { DEFAULT_SIZES, type S2Reading, type SampleSizes } from '#shared/model/stratum.ts';
import { assay, type Failure, failureOf, go, useAssay, useNavigation } from '../../client/index.ts';
import { useCommands } from '../../ui/commands/index.ts';
import { count, Message, Segmented, Skeleton, Splitter, useRememberedNumber, useStatus } from '../../ui/index.ts';
import { type Basis, useBasis } from '../basis/index.ts';
import { AnswerFailed, FRAME_MEANING, MakeStrong, NotYet } from '../overview/index.ts';
import { type Draft, DrawForm, seedOf } from './DrawForm.tsx';
import { DrawnSamples } from './DrawnSamples.tsx';
import { Groups } from './Groups.tsx';
import { freeName, precisionText, seedOfDay } from './logic/draw.ts';
import { Preview } from './Preview.tsx';
import { RuleWarning } from './RuleWarning.tsx';
import { StrataTable } from './StrataTable.tsx';

const READINGS: { value: S2Reading; label: string; title: string }[] = [
  {
    value: 'disjoint',
    label: 'S2 disjoint',
    title: 'S2: some strong systems succeed and some fail. Every instance is in one stratum.',
  },
  {
    value: 'paper',
    label: 'S2 as the paper words it',
    title: 'S2: at least one strong system succeeds. It contains S3; an instance of both counts in both.',
  },
];

/** Groups, strata, and the draw of a sample. */
export function SampleScreen() {
  const summary = useAssay('project.summary', null);
  if (summary.error) return <AnswerFailed failure={failureOf(summary.error)} onRetry={() => void summary.refetch()} />;
  if (!summary.data) return <Skeleton lines={8} label="Opening strata and sample" />;
  if (summary.data.judgedRules.length > 0) return <JudgedSample summary={summary.data} />;
  return <NotYet screen="Strata and sample" summary={summary.data} />;
}

function JudgedSample({ summary }: { summary: ProjectSummary }) {
  const { basis, choose } = useBasis(summary.judgedRules);
  const overview = useAssay('overview.get', basis, { keepPrevious: true });
  if (overview.error) return <AnswerFailed failure={failureOf(overview.error)} onRetry={() => void overview.refetch()} />;
  if (!overview.data) return <Skeleton lines={8} label="Computing the strata" />;
  return <Define summary={summary} overview={overview.data} basis={basis} choose={choose} />;
}

function Define({
  summary,
  overview,
  basis,
  choose,
}: {
  summary: ProjectSummary;
  overview: Overview;
  basis: Basis;
  choose: (change: Partial<Basis>) => void;
}) {
  const samples = useAssay('sample.list', null).data ?? [];
  const rules = useAssay('judge.rules', null).data ?? [];
  const [sizes, setSizes] = useState<SampleSizes>(DEFAULT_SIZES);
  const [draft, setDraft] = useState<Partial<Draft>>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  const [fresh, setFresh] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const [groupsWidth, setGroupsWidth] = useRememberedNumber('sample.groups', 272);

  const shown: Draft = {
    name: draft.name ?? freeName(samples.map(({ name }) => name)),
    seedText: draft.seedText ?? String(seedOfDay(new Date())),
    without: draft.without ?? samples.map(({ name }) => name),
  };
  const seed = seedOf(shown.seedText);
  const request = { ...basis, seed: seed ?? 0, sizes, without: [...shown.without] };
  const preview = useAssay('sample.preview', request, { enabled: seed !== null, keepPrevious: true });
  const previewed = preview.data ?? [];
  const drawn = previewed.reduce((sum, { instanceIds }) => sum + instanceIds.length, 0);
  const drawnSizes = new Map(previewed.map(({ stratum, instanceIds }) => [stratum, instanceIds.length]));

  const items = useMemo(() => {
    const chosen = new Set((preview.data ?? []).flatMap(({ instanceIds }) => instanceIds));
    return overview.matrix
      .filter(({ instanceId }) => chosen.has(instanceId))
      .reduce((sum, { states }) => sum + states.filter((state) => state !== 'match').length, 0);
  }, [overview, preview.data]);

  const { strata } = overview;
  const noStrong = strata.strongSystems.length === 0;
  const allDrawn = shown.without.length > 0 && previewed.length > 0 && previewed.every(({ frame }) => frame === 0);
  const problem = noStrong
    ? 'Move a system into the group strong first.'
    : seed === null
      ? 'A seed is a whole number.'
      : shown.name.trim() === ''
        ? 'Give the sample a name.'
        : samples.some(({ name }) => name === shown.name.trim())
          ? `There is a sample ${shown.name.trim()} already.`
          : preview.error
            ? failureOf(preview.error).message
            : preview.data === undefined
              ? 'What would be drawn is being worked out.'
              : drawn === 0
                ? allDrawn
                  ? 'Every instance of S1 to S3 is in a sample already. To draw them again, untick it at “Leave out”.'
                  : 'No instance can be drawn with these sizes.'
                : null;

  const draw = async () => {
    if (problem !== null || busy) return;
    setBusy(true);
    setFailure(null);
    try {
      const sample = await assay.call('sample.draw', { ...request, name: shown.name.trim() });
      setFresh(sample.id);
      setDraft({});
      // Label begins at its first instance, whatever was looked at before; who has gone elsewhere meanwhile stays there.
      if (useNavigation.getState().screen === 'sample') go('sample', { sampleId: sample.id, instance: null, system: null });
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      setBusy(false);
    }
  };
  useCommands([
    {
      id: 'sample.draw',
      title: 'Draw the sample',
      group: 'Project',
      keys: ['Mod+Enter'],
      icon: 'lock',
      enabled: problem === null,
      run: () => void draw(),
    },
  ]);
  useStatus({
    hints: [
      { keys: ['Tab'], label: 'next field' },
      { keys: ['ArrowUp', 'ArrowDown'], label: 'change a size' },
      { commands: ['sample.move'], label: 'move a system' },
      { commands: ['sample.draw'], label: 'draw' },
    ],
    facts: [`frame ${count(strata.frame)} of ${count(strata.instances)}`],
  });

  const showOutside = (reason: string) =>
    go('overview', {
      list: {
        title: `outside the frame: ${reason}`,
        instanceIds: overview.matrix.filter((row) => outsideFrame(row.states) === reason).map(({ instanceId }) => instanceId),
      },
    });

  return (
    <div className="smp" style={{ gridTemplateColumns: `min(${groupsWidth}px, 32vw) 1px minmax(0, 1fr)` }}>
      <Groups
        overview={overview}
        onRule={(rule) => choose({ rule })}
        versionOf={(rule) => rules.find(({ id }) => id === rule)?.version ?? ''}
      />
      <Splitter
        label="Width of the groups"
        direction="columns"
        value={groupsWidth}
        initial={272}
        min={200}
        max={440}
        onChange={setGroupsWidth}
      />
      <div className="ui-pane smp-main u-scroll">
        <div className="smp-head smp-head-line">
          <h1 className="smp-title">Strata</h1>
          <span className="u-text-2" title={FRAME_MEANING}>
            frame {count(strata.frame)} of {count(strata.instances)} instances
          </span>
          <span className="ui-pane-right">
            <Segmented
              label="Reading of S2"
              options={READINGS}
              value={basis.reading}
              onChange={(reading) => choose({ reading })}
            />
          </span>
        </div>
        {noStrong ? (
          <Message icon="scales" title="No strata without a strong system" actions={<MakeStrong overview={overview} />}>
            S1 to S3 ask how many strong systems match an instance. Move at least one system into the group strong: here, or by
            dragging it at the left. You can change it at any time.
          </Message>
        ) : (
          <StrataTable
            strata={strata}
            sizes={sizes}
            drawn={drawnSizes}
            onSize={(stratum, size) => setSizes({ ...sizes, [stratum]: size })}
            onOutside={showOutside}
          />
        )}
        {!noStrong && <RuleWarning overview={overview} />}
        <div className="smp-grid">
          <DrawForm
            draft={shown}
            onChange={(change) => setDraft({ ...draft, ...change })}
            samples={samples}
            drawn={noStrong ? 0 : preview.data && drawn}
            items={items}
            precision={precisionText(
              previewed.map(({ stratum, instanceIds, frame }) => ({
                stratum,
                count: instanceIds.length,
                available: frame,
                size: strata.strata.find((entry) => entry.stratum === stratum)?.count ?? frame,
              })),
            )}
            problem={problem}
            failure={failure}
            busy={busy}
            onDraw={() => void draw()}
          />
          <Preview drawn={noStrong ? [] : previewed} seed={seed} />
        </div>
        <DrawnSamples samples={samples} summary={summary} fresh={fresh} />
      </div>
    </div>
  );
}
