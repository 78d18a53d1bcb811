import { useState } from 'react';
import type { RunScope } from '#shared/contract/execution.ts';
import type { ProjectSummary } from '#shared/contract/project.ts';
import { VERIFICATION_PRESETS, type VerificationPreset } from '#shared/contract/verification.ts';
import { go, isBusy, startVerification, useActivity, useAssay } from '../../client/index.ts';
import { Button, count, Dialog, DialogParts, Field, Menu, NumberField, Radios } from '../../ui/index.ts';
import { useBasis } from '../basis/index.ts';
import { RUN_EVERYTHING, runRequest } from '../run/index.ts';

const PRESETS: readonly { value: VerificationPreset | 'own'; label: string; note: string }[] = [
  {
    value: 'passes',
    label: 'Passes: 5, 10, 10, 10 runs',
    note: 'As the benchmark’s authors did it: what the first pass lets through, more runs may not.',
  },
  {
    value: 'windows',
    label: 'Windows: 3 × 10 runs, an hour apart',
    note: 'Finds golds that agree within a window and change from one to the next.',
  },
  { value: 'own', label: 'Own numbers', note: 'Runs of each gold, pass by pass.' },
];

const ALL = 'all';

/** Chooses how often every gold runs, and starts that. */
export function VerifyDialog({ summary, onClose }: { summary: ProjectSummary; onClose: () => void }) {
  const busy = useActivity((store) => isBusy(store.activity));
  const rules = useAssay('judge.rules', null).data ?? [];
  const [preset, setPreset] = useState<VerificationPreset | 'own'>('passes');
  const [own, setOwn] = useState('5, 10');
  const [gap, setGap] = useState(0);
  const { basis } = useBasis(summary.judgedRules);
  // The rule that the project judges by; the paper's before anything is judged.
  const [rule, setRule] = useState(summary.judgedRules.includes(basis.rule) ? basis.rule : 'aifunc');
  const [sample, setSample] = useState(ALL);
  const ownPasses = own.split(',').map((part) => Number(part.trim()));
  const passes = preset === 'own' ? ownPasses : [...VERIFICATION_PRESETS[preset].passes];
  const valid = passes.every((runs) => Number.isInteger(runs) && runs >= 2 && runs <= 100) && passes.length <= 20;
  const scope: RunScope = sample === ALL ? { of: 'all' } : { of: 'sample', sample };
  const runs = passes.reduce((sum, each) => sum + each, 0);
  const start = () => {
    const { jobs, limits, attempts, allowUnparsed, connection } = runRequest(RUN_EVERYTHING);
    onClose();
    if (!go('verification')) return;
    void startVerification({
      jobs,
      limits,
      attempts,
      allowUnparsed,
      connection,
      scope,
      passes,
      gapSeconds: preset === 'own' ? gap : VERIFICATION_PRESETS[preset].gapSeconds,
      rule,
    });
  };
  return (
    <Dialog label="Verify gold" onClose={onClose}>
      <DialogParts
        title="Verify that golds return the same each time"
        actions={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button kind="primary" icon="run" data-autofocus disabled={busy || !valid} onClick={start}>
              {valid ? `Run each gold ${count(runs)} times` : 'Write numbers from 2 to 100'}
            </Button>
          </>
        }
      >
        <div className="verify-form">
          <Radios
            label="How often"
            value={preset}
            options={PRESETS}
            onChange={setPreset}
            describe={(value) => PRESETS.find((each) => each.value === value)!.note}
          />
          {preset === 'own' && (
            <p className="verify-own">
              <Field label="Runs of each pass" showLabel value={own} onChange={setOwn} invalid={!valid} />
              <span>seconds between passes</span>
              <NumberField label="Seconds between two passes" value={gap} min={0} max={604_800} onChange={setGap} />
            </p>
          )}
          <p className="verify-own">
            <Menu
              label="Golds of"
              value={sample}
              options={[
                { value: ALL, label: `all ${count(summary.instances)} instances` },
                ...summary.samples.map(({ name, instances }) => ({ value: name, label: `sample ${name} (${count(instances)})` })),
              ]}
              onChange={setSample}
            />
            <Menu
              label="Agreement by"
              value={rule}
              options={rules.map(({ id }) => ({ value: id, label: id }))}
              onChange={setRule}
            />
          </p>
          <p className="u-text-2">Nothing of it touches verdicts: predictions do not run, and the current run stays as it is.</p>
        </div>
      </DialogParts>
    </Dialog>
  );
}
