import type { CSSProperties } from 'react';
import type { CodebookPreview } from '#shared/contract/codebook.ts';
import type { Code, Codebook } from '#shared/model/codebook.ts';
import type { CodebookChange } from '#shared/model/codebookChange.ts';
import {
  CODE_DIFFERENCES,
  type CodeDifference,
  type CodeDifferenceKind,
  codebookDifferences,
  isReordered,
} from '#shared/model/codebookDifference.ts';
import { failureOf, failureText, useAssay } from '../../client/index.ts';
import { Button, counted, Dialog, DialogParts, ErrorText, ScrollRegion, Skeleton } from '../../ui/index.ts';
import { CodeBadge } from '../marks/index.ts';

export type TakingOver = Extract<CodebookChange, { change: 'adopt' }>;

/** Shows what taking over a preset or a file would make of the codebook, before it is done. */
export function TakeOverDialog({
  book,
  change,
  onTake,
  onClose,
}: {
  book: Codebook;
  change: TakingOver;
  onTake: () => void;
  onClose: () => void;
}) {
  const preview = useAssay('codebook.preview', { change });
  const differences = preview.data ? codebookDifferences(book, preview.data.codebook) : [];
  const reordered = preview.data !== undefined && isReordered(book, preview.data.codebook);
  const isSame = differences.length === 0 && !reordered && change.name === book.name;
  return (
    <Dialog label={`Take over ${change.name}`} onClose={onClose} className="book-take">
      <DialogParts
        title={`Take over ${change.name}?`}
        actions={
          <>
            <Button data-autofocus="" onClick={onClose}>
              {isSame && preview.data ? 'Close' : 'Cancel'}
            </Button>
            {preview.data && !isSame && (
              <Button kind="primary" onClick={onTake}>
                Take over as version {preview.data.codebook.version}
              </Button>
            )}
          </>
        }
      >
        {preview.data ? (
          <ScrollRegion as="section" className="book-preview" aria-label="What would change" style={badgeWidth(differences)}>
            <p className="u-text-2">
              {isSame ? 'It says what the codebook says already.' : <ToReview {...preview.data.toReview} />}
            </p>
            {CODE_DIFFERENCES.map((kind) => (
              <Differences
                key={kind}
                kind={kind}
                differences={differences.filter(({ kinds }) => kinds.includes(kind))}
                toReview={preview.data.toReview}
              />
            ))}
            {reordered && <p className="u-text-2">The codes stand in another order, and so do the keys that set them.</p>}
          </ScrollRegion>
        ) : preview.error ? (
          <ErrorText text={failureText(failureOf(preview.error))} />
        ) : (
          <Skeleton lines={5} label="Looking at what would change" />
        )}
      </DialogParts>
    </Dialog>
  );
}

/** What becomes of the labels: none is changed, some are to be looked at again. */
function ToReview({ labels, stay, ofAll }: CodebookPreview['toReview']) {
  const whose = ofAll ? counted(labels, 'label') : `${counted(labels, 'label')} of yours`;
  const beside = stay === 0 ? '' : ` ${counted(stay, 'label is', 'labels are')} listed already and would stay so.`;
  return labels === 0 ? (
    <>
      No label is changed, and {stay === 0 ? 'none' : 'no further one'} would be listed for review.{beside}
    </>
  ) : (
    <>
      No label is changed. <b className="u-strong">{whose}</b> would be listed for review: the meaning of a code would have
      changed since it was set.{beside}
    </>
  );
}

const HEADS: Record<CodeDifferenceKind, string> = {
  added: 'Added',
  redefined: 'Redefined',
  renamed: 'Renamed',
  retired: 'Retired',
  'brought back': 'Brought back',
  'described anew': 'Described anew',
};

/** What its head does not say of a kind. */
const MEANINGS: Partial<Record<CodeDifferenceKind, string>> = {
  retired: 'offered no longer; a label that carries one keeps it',
  'described anew': 'another type, or other examples',
};

/** Room for the longest of some codes, so that what stands behind them begins in one column. */
const badgeWidth = (differences: readonly CodeDifference[]): CSSProperties =>
  ({ '--book-badge': `${8 + 7 * Math.max(2, ...differences.map(({ code }) => code.length))}px` }) as CSSProperties;

function Differences({
  kind,
  differences,
  toReview,
}: {
  kind: CodeDifferenceKind;
  differences: readonly CodeDifference[];
  toReview: CodebookPreview['toReview'];
}) {
  if (differences.length === 0) return null;
  return (
    <section className="book-differences">
      <h3>
        {HEADS[kind]} <span className="u-text-3">{differences.length}</span>
        {MEANINGS[kind] && <span className="book-meaning"> {MEANINGS[kind]}</span>}
      </h3>
      <ul>
        {differences.map(({ code, before, after }, at) => {
          const startsType = after.group !== '' && after.group !== differences[at - 1]?.after.group;
          const labels = kind === 'redefined' || kind === 'retired' || kind === 'brought back' ? toReview.byCode : [];
          const carrying = labels.find((each) => each.code === code)?.labels ?? 0;
          return (
            <li key={code}>
              {startsType && <h4 className="book-type">{after.group}</h4>}
              <CodeBadge code={code} />
              <span className="book-difference">
                {kind === 'renamed' && before !== null ? <FromTo from={before.title} to={after.title} /> : after.title}
                {kind === 'redefined' && before !== null && <Meaning before={before} after={after} />}
                {kind === 'retired' && after.replacedBy.length > 0 && (
                  <span className="u-text-3"> now {after.replacedBy.join(', ')}</span>
                )}
              </span>
              {carrying > 0 && <span className="u-text-2 u-small">{counted(carrying, 'label')} to review</span>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const strataOf = ({ strata }: Code) => (strata === null ? 'all strata' : strata.length === 0 ? 'no stratum' : strata.join(', '));

function Meaning({ before, after }: { before: Code; after: Code }) {
  return (
    <>
      {before.definition !== after.definition && <FromTo from={before.definition} to={after.definition} lines />}
      {strataOf(before) !== strataOf(after) && (
        <FromTo from={`offered in ${strataOf(before)}`} to={`in ${strataOf(after)}`} lines />
      )}
    </>
  );
}

/** What stood there and what would; `lines` in small letters, each on a line of its own. */
function FromTo({ from, to, lines = false }: { from: string; to: string; lines?: boolean }) {
  const said = (text: string) => (text === '' ? 'nothing' : text);
  return (
    <span className={lines ? 'book-from-to u-small' : undefined}>
      <del>{said(from)}</del> <span className="u-hidden">becomes</span>
      {lines ? null : <span aria-hidden="true">→ </span>}
      <ins>{said(to)}</ins>
    </span>
  );
}
