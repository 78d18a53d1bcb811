import type { AssayContract } from './contract.ts';
import type { MethodName, Params } from './rpc.ts';

/**
 * What becomes of a request while blind labelling hides something from the annotator:
 * - `answered`: it tells no name beside a prediction, no verdict, no stratum and nothing of another annotator.
 * - `masked`: its handler keeps back what is hidden, instance by instance.
 * - `stripped`: it is answered without what would tell something hidden; a revealed screen gets it whole.
 * - `refused`: it tells of many instances at once and has the code HIDDEN until a screen is revealed.
 */
export type WhileBlind = 'answered' | 'masked' | 'stripped' | 'refused';

type OfMethod<K extends MethodName<AssayContract>> = WhileBlind | ((params: Params<AssayContract, K>) => WhileBlind);

/** Every method of the contract. One that is new does not compile until somebody has decided here what it tells. */
export const WHILE_BLIND = {
  // Counts, and the names of annotators and samples.
  'project.create': 'answered',
  'project.open': 'answered',
  'project.openSample': 'answered',
  'project.summary': 'answered',
  'project.setAnnotator': 'answered',
  'project.close': 'answered',
  // Files of the person's own: which systems there are is no secret, whose prediction is whose is.
  'import.detect': 'answered',
  'import.columns': 'answered',
  'import.preview': 'answered',
  'import.run': 'answered',
  'import.receipts': 'answered',
  'import.unfinished': 'answered',
  'import.discard': 'answered',
  'connection.read': 'answered',
  'connection.keep': 'answered',
  'connection.check': 'answered',
  'connection.readSchemas': 'answered',
  // How many queries of each system would run, or ran and how they ended in sum.
  'execution.start': 'answered',
  'execution.resume': 'answered',
  'execution.pause': 'answered',
  'execution.plan': 'answered',
  'execution.current': 'answered',
  'execution.attempts': 'answered',
  // Whose query ended how, in the order in which systems were imported.
  'execution.list': 'refused',
  'judge.run': 'stripped',
  'judge.rules': 'answered',
  'rules.choose': 'answered',
  'rules.add': 'answered',
  'gold.check': 'stripped',
  'gold.findings': 'stripped',
  'local.build': 'answered',
  'local.compile': 'answered',
  'local.compileProject': 'answered',
  'local.compiled': 'refused',
  'recording.make': 'answered',
  'recording.summary': 'answered',
  'recording.file': 'answered',
  'recording.import': 'answered',
  'recording.export': 'answered',
  'recording.missing': 'answered',
  'overview.get': 'refused',
  'instances.list': 'answered',
  'systems.setGroup': 'answered',
  'strata.get': 'refused',
  'sample.preview': 'refused',
  // Whoever labels blind may draw: they do not learn what was drawn from which stratum.
  'sample.draw': 'stripped',
  'sample.list': 'stripped',
  'room.queue': 'masked',
  'room.facets': 'masked',
  'room.instance': 'masked',
  'room.document': 'answered',
  'room.results': 'masked',
  'room.rows': 'masked',
  'room.nextDifference': 'masked',
  'room.rowOf': 'masked',
  'room.why': 'masked',
  'room.trajectory': 'masked',
  // The annotator's own labels.
  'label.edit': 'answered',
  'label.copy': 'masked',
  'label.undo': 'answered',
  'label.redo': 'answered',
  'label.history': 'answered',
  'label.depth': 'answered',
  'codebook.get': 'answered',
  'codebook.versions': 'answered',
  'codebook.change': 'answered',
  'codebook.preview': 'masked',
  'codebook.read': 'answered',
  'codebook.file': 'answered',
  'blind.get': 'answered',
  'blind.set': 'answered',
  'blind.reveal': 'answered',
  'blind.revealScreen': 'answered',
  'blind.coverScreen': 'answered',
  'time.add': 'answered',
  'time.get': 'answered',
  'time.sample': 'answered',
  'report.errorTypes': 'refused',
  'report.labelTables': 'refused',
  'report.accuracy': 'refused',
  'report.metrics': 'refused',
  // Every label with the system under its letter: what is already labelled can always be taken along.
  'report.file': ({ name }) => (name === 'labels.csv' || name === 'labels.json' ? 'masked' : 'refused'),
  'report.export': 'refused',
  // A benchmark and receipts name no system beside a prediction.
  'export.run': ({ item }) => (item.kind === 'benchmark' || item.kind === 'receipts' ? 'answered' : 'refused'),
  'search.find': 'masked',
  'steps.overview': 'masked',
  'steps.lines': 'masked',
  'steps.step': 'masked',
  'steps.search': 'masked',
  'steps.first': 'masked',
  'trajectories.figures': 'refused',
  'outcomes.list': 'refused',
  'outcomes.ofInstance': 'masked',
  // Of golds alone.
  'verification.start': 'answered',
  'verification.resume': 'answered',
  'verification.list': 'answered',
  'verification.report': 'answered',
  'trial.run': 'masked',
  'trial.list': 'masked',
  'peek.rows': 'answered',
  'peek.values': 'answered',
} as const satisfies { readonly [K in MethodName<AssayContract>]: OfMethod<K> };

/** Methods whose answer depends on what is hidden: it is not kept once more is hidden. */
export const DEPENDING_ON_BLINDNESS = (Object.keys(WHILE_BLIND) as MethodName<AssayContract>[]).filter(
  (method) => WHILE_BLIND[method] !== 'answered',
);

/** What becomes of one request. */
export function whileBlind<K extends MethodName<AssayContract>>(method: K, params: Params<AssayContract, K>): WhileBlind {
  const decided = WHILE_BLIND[method] as OfMethod<K>;
  return typeof decided === 'function' ? decided(params) : decided;
}

/** The methods that are answered without what would tell something hidden. */
export type StrippedMethod = {
  [K in MethodName<AssayContract>]: (typeof WHILE_BLIND)[K] extends 'stripped' ? K : never;
}[MethodName<AssayContract>];
