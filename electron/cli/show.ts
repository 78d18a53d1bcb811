import type { RunSummary } from '#shared/contract/execution.ts';
import type { GoldFindings } from '#shared/contract/gold.ts';
import type { Sample, Strata } from '#shared/contract/overview.ts';
import type { Receipt } from '#shared/model/receipt.ts';
import type { Mean } from '#shared/model/share.ts';
import { VERDICT_STATES, type VerdictState } from '#shared/model/verdict.ts';
import { table } from './output.ts';

// What the commands print for people; scripts use --json.

/** Rejections shown of each file; the receipt in the project holds all. */
const SHOWN_REJECTIONS = 10;

/** What an import took and rejected, a line a file, with the first rejections of each. */
export function receipts(all: readonly Receipt[]): string {
  const counts = table(
    ['what', 'file', 'read', 'kept', 'unchanged', 'rejected'],
    all.map(({ what, file, read, kept, unchanged, rejected }) => [what, file, read, kept, unchanged, rejected]),
  );
  const details = all.flatMap(({ rejections, notes }) => {
    const shown = rejections.slice(0, SHOWN_REJECTIONS).map(({ file, line, key, reason, excerpt }) => {
      const place = [file, line ?? key].filter((part) => part !== null).join(':');
      return `  ${place}: ${reason}${excerpt === '' ? '' : ` — ${excerpt}`}`;
    });
    const more = rejections.length - shown.length;
    return [
      ...shown,
      ...(more > 0 ? [`  and ${more} more (assay receipts --json shows all)`] : []),
      ...notes.map((note) => `  ${note}`),
    ];
  });
  return [counts, ...details].join('\n');
}

type Recognised = { item: { kind: string; format: string; path: string }; confidence: number; description: string; why: string };
type Refused = { item: { path: string }; refused: { message: string; next: string | null } };

/** What an import of unnamed files recognised, took, refused and left alone. */
export function recognised(
  found: readonly Recognised[],
  leftAlone: readonly string[],
  refused: readonly Refused[],
  all: readonly Receipt[],
): string {
  return [
    ...found.map(({ item, description, why }) => `${item.kind}, ${item.format}: ${item.path} (${description}, because ${why})`),
    ...leftAlone.slice(0, SHOWN_REJECTIONS).map((place) => `left alone: ${place}`),
    ...(leftAlone.length > SHOWN_REJECTIONS ? [`and ${leftAlone.length - SHOWN_REJECTIONS} more left alone`] : []),
    ...refused.map((each) => `refused: ${each.item.path}: ${each.refused.message} ${each.refused.next ?? ''}`.trimEnd()),
    receipts(all),
  ].join('\n');
}

/** A run in one line: state, executions by status, engines; and the databases that changed under it. */
export function run({ runId, state, done, total, byStatus, keptBy, engines, changedDatabases }: RunSummary): string {
  const statuses = Object.entries(byStatus)
    .filter(([, count]) => count > 0)
    .map(([status, count]) => `${count} ${status}`);
  const kept = keptBy.map(({ reason, count }) => `\n  environment, ${count} ×: ${reason}`);
  const changed = changedDatabases.map(
    (name) => `\nThe file of ${name} changed during the run: run it again (--again) before you compare.`,
  );
  return `run ${runId} ${state}: ${done} of ${total} executions, ${statuses.join(', ')} (${engines.join(', ')})${[...kept, ...changed].join('')}`;
}

type Judged = {
  rule: string;
  ruleVersion: string;
  systems: { system: string; group: string; counts: Partial<Record<VerdictState, number>>; meanScore: Mean | null }[];
};

/** Each system's verdicts under one rule, by state; its mean score where the rule gives one. */
export function judged({ rule, ruleVersion, systems }: Judged): string {
  if (systems.length === 0) return `${rule} ${ruleVersion}`;
  const states = VERDICT_STATES.filter((state) => systems.some(({ counts }) => (counts[state] ?? 0) > 0));
  if (systems.some(({ meanScore }) => meanScore !== null)) {
    return `${rule} ${ruleVersion}, mean score of 100\n${table(
      ['system', 'group', 'mean', '95 %', 'n'],
      systems.map(({ system, group, meanScore }) => [system, group, ...meanCells(meanScore)]),
    )}`;
  }
  return `${rule} ${ruleVersion}\n${table(
    ['system', 'group', ...states],
    systems.map(({ system, group, counts }) => [system, group, ...states.map((state) => counts[state] ?? 0)]),
  )}`;
}

const hundredth = (value: number) => (value * 100).toFixed(1);
const meanCells = (mean: Mean | null): (string | number)[] =>
  mean === null || mean.n === 0 ? ['', '', 0] : [hundredth(mean.mean), `${hundredth(mean.low)}–${hundredth(mean.high)}`, mean.n];

/** The strata under one rule, with the frame and what is outside it. */
export function strata({ rule, ruleVersion, reading, instances, frame, outside, strata: all, strongSystems }: Strata): string {
  const left = outside.map(({ reason, count }) => `${count} ${reason}`).join(', ');
  return [
    `${rule} ${ruleVersion}, S2 ${reading}, frame ${frame} of ${instances}${left === '' ? '' : ` (outside: ${left})`}`,
    `strong: ${strongSystems.join(', ') || 'none: put systems into it with assay group PROJECT SYSTEM strong'}`,
    table(
      ['stratum', 'n'],
      all.map(({ stratum, count }) => [stratum, count]),
    ),
  ].join('\n');
}

/** A drawn sample: seed, rule, fingerprint, and the instances of each stratum where they are told. */
export function sample({ name, seed, rule, ruleVersion, frameHash, strata: all }: Sample): string {
  return [
    `${name}: seed ${seed}, ${rule} ${ruleVersion}, fingerprint of the strata ${frameHash.slice(0, 12)}`,
    ...all.map(
      ({ stratum, instanceIds, asked, frame }) =>
        `${stratum} ${Math.min(asked, frame)} of ${frame} (${asked} asked)${instanceIds.map((id, at) => `${at === 0 ? ': ' : ' '}${id}`).join('')}`,
    ),
  ].join('\n');
}

/** What a check of the golds found, and the golds that it could not look into. */
export function goldFindings({ golds, findings, unprobed, agreeingSystems }: GoldFindings): string {
  const instances = new Set(findings.map(({ instanceId }) => instanceId));
  return [
    `${golds} golds checked, ${findings.length} findings in ${instances.size} instances`,
    ...findings.map(({ instanceId, gold, systemName, kind, words }) => {
      const place = [gold === '' ? instanceId : `${instanceId}_${gold}`, ...(systemName === null ? [] : [systemName])].join(', ');
      return `  ${place}: ${kind}: ${words}`;
    }),
    ...(findings.some(({ kind }) => kind === 'systems agree against gold')
      ? [`Systems that agree against gold are told from ${agreeingSystems} on.`]
      : []),
    ...(unprobed.length > 0 ? [`${unprobed.length} golds whose order and LIMIT could not be looked at:`] : []),
    ...unprobed.map(({ instanceId, reason }) => `  ${instanceId}: ${reason}`),
  ].join('\n');
}
