import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import type { LabelAnswer } from '#shared/contract/room.ts';
import { type ItemKey, keyOfItem } from '#shared/model/item.ts';
import { EMPTY_LABEL, type Label, type LabelEdit } from '#shared/model/label.ts';
import { makeStrataBenchmark, strataItems } from '../helpers/benchmark.ts';
import { chance } from '../helpers/chance.ts';
import { startService, type TestService, withProject } from '../helpers/service-client.ts';
import { drawAll, executeAll } from '../helpers/steps.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

// The service is killed while a script labels: whatever it answered before must be there when the project opens again.

/** ASSAY_KILLS=200 kills as often as the promise is made for. */
const ROUNDS = Number(process.env.ASSAY_KILLS ?? 30);
const SEED = 20_260;

const folder = temporaryFolder();
const file = path.join(folder, 'p.assay');
const random = chance(SEED);
const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;

let service: TestService;
/** Loads while the other one is at work. */
let spare: TestService;
afterAll(() => Promise.all([service?.stop(), spare?.stop()]));

type Request =
  | { readonly method: 'label.edit'; readonly item: ItemKey; readonly edit: LabelEdit }
  | { readonly method: 'label.undo' | 'label.redo' };

/** What the service has acknowledged, and the one request that it has not. */
type Known = {
  readonly labels: Map<string, Label>;
  undoSteps: number;
  redoSteps: number;
  latest: ItemKey | null;
  open: Request | null;
};

function nextRequest(items: readonly ItemKey[], latest: ItemKey | null): Request {
  const dice = random();
  if (dice < 0.15) return { method: 'label.undo' };
  if (dice < 0.22) return { method: 'label.redo' };
  const item = latest !== null && random() < 0.5 ? { instance: latest.instance, system: latest.system } : pick(items);
  if (dice < 0.5) return { method: 'label.edit', item, edit: { field: 'note', text: `note ${Math.floor(random() * 1e6)}` } };
  if (dice < 0.65)
    return { method: 'label.edit', item, edit: { field: 'status', status: pick(['open', 'done', 'undecided', 'skipped']) } };
  if (dice < 0.7) return { method: 'label.edit', item, edit: { field: 'flagged', on: random() < 0.5 } };
  if (dice < 0.75) return { method: 'label.edit', item, edit: { field: 'responsible', party: pick(['model', 'gold', null]) } };
  if (dice < 0.8) return { method: 'label.edit', item, edit: { field: 'confidence', confidence: pick(['low', 'high', null]) } };
  return { method: 'label.edit', item, edit: { field: 'code', code: pick(['C1', 'C2', 'C3', 'C4']), on: random() < 0.7 } };
}

const send = (request: Request): Promise<LabelAnswer | null> =>
  request.method === 'label.edit'
    ? service.client.call('label.edit', { ...request.item, edit: request.edit })
    : service.client.call(request.method, null);

/**
 * Labels, one request after the other, and kills the service after some answers: at once, so that whatever is stored only
 * after its answer is lost, or while the next request is on its way. Answers how many were acknowledged.
 */
async function labelUntilKilled(items: readonly ItemKey[], known: Known): Promise<number> {
  const answers = 1 + Math.floor(random() * 12);
  const atOnce = random() < 0.5;
  for (let acknowledged = 0; ; acknowledged++) {
    if (acknowledged === answers && atOnce) {
      await service.kill('SIGKILL');
      return acknowledged;
    }
    known.open = nextRequest(items, known.latest);
    const answered = send(known.open);
    if (acknowledged >= answers) {
      await wait(random() * 4);
      void service.kill('SIGKILL');
    }
    try {
      const answer = await answered;
      known.open = null;
      if (answer === null) continue;
      known.latest = answer;
      known.labels.set(keyOfItem(answer), answer.label);
      known.undoSteps = answer.undoSteps;
      known.redoSteps = answer.redoSteps;
    } catch (error) {
      if ((error as { code?: string }).code === 'SERVICE_STOPPED') return acknowledged;
      throw error;
    }
  }
}

async function labelsNow(items: readonly ItemKey[]): Promise<Map<string, Label>> {
  const found = new Map<string, Label>();
  for (const instance of new Set(items.map((item) => item.instance))) {
    const view = await service.client.call('room.instance', { instance, sample: null });
    for (const { system, label } of view.predictions) found.set(keyOfItem({ instance, system }), label);
  }
  return found;
}

/**
 * Compares the reopened project with what was acknowledged. The request without an answer may have been stored or not;
 * where it was, exactly it is taken back, and what was acknowledged must come to light.
 */
async function check(items: readonly ItemKey[], known: Known): Promise<void> {
  const { open } = known;
  known.open = null;
  const depth = await service.client.call('label.depth', null);
  const stored = depth.undoSteps !== known.undoSteps || depth.redoSteps !== known.redoSteps;
  const labels = await labelsNow(items);
  if (!stored) {
    // More typing joins a note without a step of its own: then the note alone may be ahead.
    const typed =
      open?.method === 'label.edit' && open.edit.field === 'note' ? { key: keyOfItem(open.item), note: open.edit.text } : null;
    for (const [key, label] of known.labels) {
      const now = labels.get(key)!;
      if (typed?.key === key && now.note === typed.note) known.labels.set(key, { ...label, note: typed.note, copiedFrom: null });
      expect(labels.get(key), key).toEqual(known.labels.get(key));
    }
    return;
  }
  expect(open, 'a step appeared that nobody asked for').not.toBeNull();
  const answer = await service.client.call(open!.method === 'label.undo' ? 'label.redo' : 'label.undo', null);
  for (const [key, label] of known.labels) expect((await labelsNow(items)).get(key), key).toEqual(label);
  known.undoSteps = answer!.undoSteps;
  known.redoSteps = answer!.redoSteps;
}

test(
  `${ROUNDS} kills while labelling: every acknowledged label, note and undo step is there`,
  async () => {
    const benchmark = path.join(folder, 'town');
    makeStrataBenchmark(benchmark, 8);
    const items = await withProject(file, async (client) => {
      await client.call('import.run', { items: strataItems(benchmark) });
      await executeAll(client);
      const sample = await drawAll(client);
      const queue = await client.call('room.queue', { sample: sample.id });
      return queue.flatMap(({ instance, items: toLabel }) => toLabel.map(({ system }) => ({ instance, system })));
    });
    const known: Known = {
      labels: new Map(items.map((item) => [keyOfItem(item), EMPTY_LABEL])),
      undoSteps: 0,
      redoSteps: 0,
      latest: null,
      open: null,
    };
    let acknowledged = 0;
    spare = startService();
    for (let round = 0; round < ROUNDS; round++) {
      service = spare;
      spare = startService();
      await service.client.call('project.open', { path: file, annotator: 'mk' });
      await check(items, known);
      acknowledged += await labelUntilKilled(items, known);
      await service.kill('SIGKILL');
    }
    service = spare;
    await service.client.call('project.open', { path: file, annotator: 'mk' });
    await check(items, known);
    expect(acknowledged).toBeGreaterThan(ROUNDS);
    console.log(`${acknowledged} changes acknowledged over ${ROUNDS} kills (seed ${SEED})`);

    // All the way back: the history that the kills left is whole.
    for (let left = known.undoSteps; left > 0; left--) {
      expect(await service.client.call('label.undo', null)).toMatchObject({ undoSteps: left - 1 });
    }
    expect(new Set([...(await labelsNow(items)).values()].map((label) => JSON.stringify(label)))).toEqual(
      new Set([JSON.stringify(EMPTY_LABEL)]),
    );
  },
  60_000 + ROUNDS * 30_000,
);
