import { AssayError } from '#shared/contract/errors.ts';
import type { ExportedLabel } from '#shared/model/exportedLabel.ts';
import { keyOfItem } from '#shared/model/item.ts';
import { EMPTY_LABEL } from '#shared/model/label.ts';
import { labelsOfSample } from '../database/labels.ts';
import type { Db } from '../database/open.ts';
import { sampleBasis, sampleById, sampleInstances } from '../database/samples.ts';
import { systems } from '../database/systems.ts';
import { verdictsOf } from '../database/verdicts.ts';
import { workTimesOfSample } from '../database/work-time.ts';
import { blindNames, blindQueue, hiddenInSamples } from '../room/blind.ts';
import { queueOf } from '../room/room.ts';
import type { Annotator } from '../session.ts';

/** Every item of a sample with one annotator's label, in the order of the queue; what blind labelling hides is masked. @throws AssayError NOT_FOUND */
export function exportedLabels(db: Db, sampleId: number, annotator: Annotator): ExportedLabel[] {
  const sample = sampleById(db, sampleId);
  const basis = sampleBasis(db, sampleId);
  if (!sample || !basis) throw new AssayError('NOT_FOUND', 'There is no such sample.', { next: 'Draw a sample first.' });
  const bySystem = new Map(systems(db).map((system) => [system.id, system]));
  const verdicts = verdictsOf(db, basis.run, basis.rule, basis.ruleVersion);
  const labels = new Map(labelsOfSample(db, annotator.id, sampleId).map((found) => [keyOfItem(found), found] as const));
  const times = new Map(workTimesOfSample(db, annotator.id, sampleId).map(({ ms, ...item }) => [keyOfItem(item), ms]));
  // The order of the drawing would tell the strata, and what matches is left out only where nothing is hidden.
  const isHidden = hiddenInSamples(db, annotator);
  const entries = isHidden ? blindQueue(db, sampleId, annotator) : queueOf(db, sampleId, annotator.id);
  const strata = new Map(sampleInstances(db, sampleId).map(({ instance, stratum }) => [instance, stratum]));
  return entries.flatMap((entry) => {
    const hidden = isHidden?.(entry.instance) ?? false;
    const systemsHere = entry.items.map(({ system }) => system);
    const letters = hidden ? blindNames(systemsHere, entry.instanceId, annotator.name, sample.seed) : null;
    const nameOf = (id: number) => letters?.get(id) ?? bySystem.get(id)?.name ?? null;
    // In the order of the letters: the order of the systems would tell which is which.
    const items = letters === null ? entry.items : [...letters.keys()].map((system) => ({ system }));
    return items.map(({ system: id }): ExportedLabel => {
      const system = bySystem.get(id)!;
      const found = labels.get(keyOfItem({ instance: entry.instance, system: id }));
      const { copiedFrom, ...label } = found?.label ?? EMPTY_LABEL;
      return {
        sample: sample.name,
        instanceId: entry.instanceId,
        database: entry.database,
        stratum: hidden ? null : (strata.get(entry.instance) ?? null),
        system: nameOf(id) ?? system.name,
        group: hidden ? null : system.group,
        rule: basis.rule,
        ruleVersion: basis.ruleVersion,
        verdict: hidden ? null : (verdicts.get(entry.instance)?.get(id)?.state ?? 'not run'),
        annotator: annotator.name,
        ...label,
        copiedFrom: copiedFrom === null ? null : nameOf(copiedFrom),
        workMs: times.get(keyOfItem({ instance: entry.instance, system: id })) ?? 0,
        updatedAt: found?.updatedAt ?? null,
      };
    });
  });
}
