import { keepPreviousData, notifyManager, QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Topic } from '#shared/contract/contract.ts';
import { DEPENDING_ON_BLINDNESS } from '#shared/contract/whileBlind.ts';
import { type AssayMethod, type AssayParams, type AssayResult, assay, onRestarted } from './assay.ts';

// A change of an answer is on the screen before the next key is read: with the usual timer, two keys in one breath would
// both act on what was there before them.
notifyManager.setScheduler(queueMicrotask);

/** Nothing goes stale by time: the service says what changed. The service is local, so a query never waits for a network. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 5 * 60_000,
      retry: false,
      refetchOnWindowFocus: false,
      networkMode: 'always',
    },
  },
});

const OVERVIEW: AssayMethod[] = ['overview.get', 'strata.get', 'sample.preview'];
const RESULTS: AssayMethod[] = [
  'room.instance',
  'room.results',
  'room.rows',
  'room.nextDifference',
  'room.rowOf',
  'room.why',
  'trial.list',
];
const STEPS: AssayMethod[] = ['steps.overview', 'steps.lines', 'steps.step', 'steps.search', 'steps.first'];
/** What would run, and what has. */
const RUNS: AssayMethod[] = [
  'execution.current',
  'execution.plan',
  'execution.list',
  'execution.attempts',
  'verification.list',
  'verification.report',
];
const REPORT: AssayMethod[] = ['report.errorTypes', 'report.labelTables', 'report.accuracy', 'report.metrics'];

/**
 * Which answers a change makes stale. An edit of a label does not ask again for `room.instance`: the answer to the edit
 * carries the new label, and the room puts it there with {@link setAssayData}.
 */
export const STALE: Record<Topic, readonly AssayMethod[]> = {
  project: ['project.summary', 'codebook.get'],
  import: [
    'project.summary',
    'import.receipts',
    'outcomes.ofInstance',
    'import.unfinished',
    'import.columns',
    'instances.list',
    'judge.rules',
    ...OVERVIEW,
    'room.queue',
    'room.facets',
    'room.document',
    'peek.rows',
    'peek.values',
    ...RESULTS,
    ...STEPS,
    ...RUNS,
    ...REPORT,
  ],
  execution: [
    'project.summary',
    ...RUNS,
    'gold.findings',
    'recording.summary',
    'local.compiled',
    'overview.get',
    ...RESULTS,
    'report.accuracy',
    'report.metrics',
  ],
  rules: ['project.summary', 'judge.rules'],
  verdicts: [
    'project.summary',
    'blind.get',
    'gold.findings',
    ...RUNS,
    ...OVERVIEW,
    'room.queue',
    'room.facets',
    'room.instance',
    'room.why',
    ...REPORT,
  ],
  systems: ['project.summary', ...OVERVIEW, 'room.queue', 'room.instance', ...REPORT],
  samples: [
    'project.summary',
    'blind.get',
    'execution.plan',
    'sample.list',
    'sample.preview',
    'room.queue',
    'room.facets',
    ...REPORT,
  ],
  labels: [
    'project.summary',
    'blind.get',
    'room.queue',
    'room.facets',
    'label.history',
    'label.depth',
    'codebook.preview',
    'report.errorTypes',
    'report.labelTables',
    'time.sample',
  ],
  codebook: [
    'project.summary',
    'codebook.get',
    'codebook.versions',
    'codebook.preview',
    'room.queue',
    'report.errorTypes',
    'report.labelTables',
  ],
  blind: ['project.summary', 'blind.get', 'label.history', ...DEPENDING_ON_BLINDNESS],
};

const keyOf = <K extends AssayMethod>(method: K, params: AssayParams<K>) => [method, params] as const;

/** The methods that a change of the topics makes stale, each once. */
export const staleMethods = (topics: readonly Topic[]): AssayMethod[] => [...new Set(topics.flatMap((topic) => STALE[topic]))];

/** What was fetched ahead, or seen before, is not shown again once blind labelling hides it: not even until a new answer is here. */
export function forgetHidden(): void {
  for (const method of DEPENDING_ON_BLINDNESS) queryClient.removeQueries({ queryKey: [method], type: 'inactive' });
}

/** Keeps what is shown true: asks again for what the service says has changed, and for everything after a restart. */
export function followChanges(): void {
  assay.on('changed', ({ topics }) => {
    if (topics.includes('blind')) forgetHidden();
    for (const method of staleMethods(topics)) void queryClient.invalidateQueries({ queryKey: [method] });
  });
  onRestarted(() => void queryClient.invalidateQueries());
}

export type UseAssayOptions = {
  /** False: do not ask yet. */
  enabled?: boolean;
  /** Show the answer to the former parameters until the new one is here. */
  keepPrevious?: boolean;
};

/** The service's answer, kept and shared; asked again when the service says that it changed. */
export function useAssay<K extends AssayMethod>(
  method: K,
  params: AssayParams<K>,
  options: UseAssayOptions = {},
): UseQueryResult<AssayResult<K>> {
  return useQuery<AssayResult<K>>({
    queryKey: keyOf(method, params),
    queryFn: ({ signal }) => assay.call(method, params, { signal }),
    enabled: options.enabled ?? true,
    ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}

/** Asks ahead, so that the answer is there when it is needed. */
export function prefetchAssay<K extends AssayMethod>(method: K, params: AssayParams<K>): void {
  void queryClient.prefetchQuery({
    queryKey: keyOf(method, params),
    queryFn: ({ signal }) => assay.call(method, params, { signal }),
  });
}

/** The kept answer, or undefined. */
export const assayData = <K extends AssayMethod>(method: K, params: AssayParams<K>): AssayResult<K> | undefined =>
  queryClient.getQueryData<AssayResult<K>>(keyOf(method, params));

/** Changes a kept answer; does nothing where there is none. */
export function setAssayData<K extends AssayMethod>(
  method: K,
  params: AssayParams<K>,
  change: (old: AssayResult<K>) => AssayResult<K>,
): void {
  queryClient.setQueryData<AssayResult<K>>(keyOf(method, params), (old) => (old === undefined ? undefined : change(old)));
}

/** The newest kept answer of a method, whatever its parameters; undefined without one. */
export function newestData<K extends AssayMethod>(method: K): AssayResult<K> | undefined {
  const kept = queryClient.getQueryCache().findAll({ queryKey: [method] });
  const newest = kept
    .filter((query) => query.state.data !== undefined)
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)[0];
  return newest?.state.data as AssayResult<K> | undefined;
}
