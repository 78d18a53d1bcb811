// Monaco's worker, in which it computes its diffs. It knows no diff that leaves letter case out: the lines are folded before
// it sees them. Each sign keeps its place, so what it finds holds for the lines as they are written.
import 'monaco-editor/editor/editor.worker';
import { type DiffAlgorithm, EditorWorker } from 'monaco-editor/editor/common/services/editorWebWorker';
import { CASE_IGNORED } from './case-ignored.ts';
import { asWritten, foldCase } from './fold-case.ts';

const blindToCase = (algorithm: DiffAlgorithm): DiffAlgorithm => ({
  computeDiff: (gold, prediction, options) => {
    const folded = foldCase(gold.join('\n'), prediction.join('\n'));
    const own = { written: gold, folded: folded.gold.split('\n') };
    const other = { written: prediction, folded: folded.prediction.split('\n') };
    const found = algorithm.computeDiff(own.folded, other.folded, options);
    for (const change of found.changes)
      change.innerChanges = change.innerChanges?.map((each) => asWritten(each, own, other)).filter((each) => each !== null);
    return found;
  },
});

const computeDiff = EditorWorker.computeDiff.bind(EditorWorker);
EditorWorker.computeDiff = (original, modified, options, algorithm) =>
  computeDiff(original, modified, options, original.uri.scheme === CASE_IGNORED ? blindToCase(algorithm) : algorithm);
