import { create } from 'zustand';
import type { ImportItem } from '#shared/contract/import.ts';
import type { ProgressReport } from '#shared/contract/method.ts';
import type { StoredReceipt } from '#shared/model/receipt.ts';
import { assay, type Failure, failureOf, startImport, useProject } from '../../client/index.ts';
import { recall, remember } from '../../ui/index.ts';
import { addItems, importable, type Part, partId, replaceItem } from './parts.ts';

/** What is about to be imported. It outlives the screen, so that a look elsewhere loses nothing. */
export type Plan = {
  parts: readonly Part[];
  /** Files that no reader claims. */
  leftAlone: readonly string[];
  /** The part shown at the right. */
  chosen: string | null;
  /** `detecting` and `reading` write nothing. */
  state: 'idle' | 'detecting' | 'reading' | 'importing';
  progress: ProgressReport | null;
  /** When the reading began. */
  since: Date | null;
  failure: Failure | null;
  /** Receipts of the import that has just ended. */
  imported: readonly StoredReceipt[] | null;
};

const EMPTY: Plan = {
  parts: [],
  leftAlone: [],
  chosen: null,
  state: 'idle',
  progress: null,
  since: null,
  failure: null,
  imported: null,
};

/** How long a system's name must rest before the dry run is repeated with it, in milliseconds. */
const EDIT_REST = 400;

export const usePlan = create<Plan>(() => EMPTY);

useProject.subscribe((project, before) => {
  if (project.path !== before.path) clearPlan();
});

let reading: AbortController | null = null;
let editTimer: ReturnType<typeof setTimeout> | undefined;

/** Forgets everything that was recognised; nothing was written. */
export function clearPlan(): void {
  reading?.abort();
  clearTimeout(editTimer);
  usePlan.setState(EMPTY);
}

/** Recognises files and folders and reads what they would bring. */
export async function addPaths(paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  usePlan.setState({ state: 'detecting', failure: null, imported: null });
  try {
    const found = await assay.call('import.detect', { paths: [...paths] });
    const { parts, leftAlone } = usePlan.getState();
    const all = addItems(
      parts,
      found.found.map(({ item, ...recognised }) => ({ item: inLastGroup(item), recognised })),
    );
    usePlan.setState({
      parts: all,
      leftAlone: [...new Set([...leftAlone, ...found.leftAlone])],
      chosen: usePlan.getState().chosen ?? all[0]?.id ?? null,
    });
    await read();
  } catch (error) {
    usePlan.setState({ state: 'idle', failure: failureOf(error) });
  }
}

const LAST_GROUP = 'import.group';

/** The group that was chosen last is proposed for the next predictions of the project. */
export const rememberGroup = (group: string): void => remember(LAST_GROUP, group);

function inLastGroup(item: ImportItem): ImportItem {
  const group = recall(LAST_GROUP);
  return item.kind === 'predictions' && typeof group === 'string' ? { ...item, group } : item;
}

/** Takes a file that no reader claimed as what the person says it is. */
export async function takeAs(item: ImportItem): Promise<void> {
  const { parts, leftAlone } = usePlan.getState();
  usePlan.setState({
    parts: addItems(parts, [{ item }]),
    leftAlone: leftAlone.filter((path) => path !== item.path),
    chosen: partId(item),
    imported: null,
  });
  await read();
}

/** Shows why something that was asked for did not happen. */
export const showFailure = (error: unknown): void => usePlan.setState({ failure: failureOf(error) });

export function choosePart(id: string): void {
  usePlan.setState({ chosen: id });
}

const change = (id: string, edit: (part: Part) => Part) =>
  usePlan.setState(({ parts }) => ({ parts: parts.map((part) => (part.id === id ? edit(part) : part)) }));

/** Takes or leaves a part. The others are read again: predictions need their benchmark. */
export async function setTaken(id: string, taken: boolean): Promise<void> {
  change(id, (part) => ({ ...part, taken }));
  await read();
}

/** Reads a part as another format, kind included. */
export async function readAs(id: string, item: ImportItem): Promise<void> {
  usePlan.setState(({ parts }) => ({ parts: replaceItem(parts, id, item), chosen: partId(item) }));
  await read();
}

/** Changes what a part says beside its files (system, group, rollout, columns), and reads again once the typing rests. */
export function editItem(id: string, edit: (item: ImportItem) => ImportItem): void {
  change(id, (part) => ({ ...part, item: edit(part.item) }));
  clearTimeout(editTimer);
  editTimer = setTimeout(() => void read(), EDIT_REST);
}

export const cancelReading = (): void => reading?.abort();

/** Whether an item is complete enough to be read: its system has a name and a group. */
export const isComplete = (item: ImportItem): boolean =>
  item.kind === 'benchmark' || (item.system.trim() !== '' && (item.kind !== 'predictions' || item.group.trim() !== ''));

/** The dry run over the parts that are taken. A newer one replaces one that still runs. */
export async function read(): Promise<void> {
  reading?.abort();
  const own = new AbortController();
  reading = own;
  const wanted = usePlan.getState().parts.filter((part) => part.taken && isComplete(part.item));
  if (wanted.length === 0) {
    usePlan.setState({ state: 'idle', progress: null });
    return;
  }
  usePlan.setState({ state: 'reading', progress: null, since: new Date(), failure: null });
  try {
    const previews = await assay.call(
      'import.preview',
      { items: wanted.map((part) => part.item) },
      { signal: own.signal, onProgress: (progress) => reading === own && usePlan.setState({ progress }) },
    );
    if (reading !== own) return;
    const byId = new Map(wanted.map((part, index) => [part.id, previews[index] ?? null]));
    usePlan.setState(({ parts }) => ({
      state: 'idle',
      progress: null,
      parts: parts.map((part) => (byId.has(part.id) ? { ...part, preview: byId.get(part.id) ?? null } : part)),
    }));
  } catch (error) {
    if (reading !== own) return;
    const failure = failureOf(error);
    usePlan.setState({ state: 'idle', progress: null, failure: failure.code === 'CANCELLED' ? null : failure });
  }
}

/** Imports what was read. On success the plan is empty and shows the receipts. */
export async function importParts(): Promise<void> {
  const items = importable(usePlan.getState().parts).map((part) => part.item);
  if (items.length > 0) await importItems(items);
}

/** Goes on with stopped imports, in the order in which they were begun. */
export async function resumeImports(items: readonly ImportItem[]): Promise<void> {
  const parts = addItems(
    [],
    items.map((item) => ({ item })),
  );
  usePlan.setState({ ...EMPTY, parts, chosen: parts[0]?.id ?? null });
  await importItems(items);
}

async function importItems(items: readonly ImportItem[]): Promise<void> {
  reading?.abort();
  usePlan.setState({ state: 'importing', failure: null });
  const receipts = await startImport(items).catch((error: unknown) => {
    usePlan.setState({ failure: failureOf(error) });
    return null;
  });
  if (receipts) {
    usePlan.setState({ ...EMPTY, imported: receipts });
    return;
  }
  // Nothing was imported: the dry run shows what would be.
  await read();
}
