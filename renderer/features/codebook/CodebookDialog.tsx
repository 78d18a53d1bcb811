import './codebook.css';
import { type Dispatch, type SetStateAction, useState } from 'react';
import type { CodebookFormat } from '#shared/contract/codebook.ts';
import type { Code, Codebook } from '#shared/model/codebook.ts';
import type { CodebookChange } from '#shared/model/codebookChange.ts';
import { CODEBOOK_PRESETS } from '#shared/model/codebookPresets.ts';
import { assay, desktop, failureOf, failureText, useAssay } from '../../client/index.ts';
import { ActionMenu, Button, classes, counted, Dialog, DialogParts, Icon, Message, Skeleton } from '../../ui/index.ts';
import { CodeBadge } from '../marks/index.ts';
import { CodeForm } from './CodeForm.tsx';
import { type Draft, type Drafts, unsavedIn, withoutSaved } from './changes.ts';
import { TakeOverDialog, type TakingOver } from './TakeOverDialog.tsx';

/** The codes of the project: looked at, changed into new versions, taken over from presets and files, written out. */
export function CodebookDialog({ onClose }: { onClose: () => void }) {
  const book = useAssay('codebook.get', null);
  const [drafts, setDrafts] = useState<Drafts>({});
  const [leaving, setLeaving] = useState(false);
  const unsaved = unsavedIn(drafts, book.data?.codes ?? []);
  const leave = () => (unsaved.length === 0 ? onClose() : setLeaving(true));
  return (
    <Dialog label="Codebook" onClose={leave} className="book">
      {book.data ? (
        <Book book={book.data} drafts={drafts} unsaved={unsaved} onDrafts={setDrafts} onClose={leave} />
      ) : book.error ? (
        <Message
          tone="danger"
          title="The codebook could not be read"
          actions={<Button onClick={() => void book.refetch()}>Try again</Button>}
        >
          {failureOf(book.error).message}
        </Message>
      ) : (
        <Skeleton lines={8} label="Reading the codebook" />
      )}
      {leaving && (
        <Dialog label="Unsaved changes of the codebook" onClose={() => setLeaving(false)}>
          <DialogParts
            title="Close without saving?"
            actions={
              <>
                <Button data-autofocus="" onClick={() => setLeaving(false)}>
                  Go on editing
                </Button>
                <Button kind="danger" onClick={onClose}>
                  Discard and close
                </Button>
              </>
            }
          >
            Not saved as a version yet: {unsaved.map((name) => (name === '' ? 'the new code' : name)).join(', ')}.
          </DialogParts>
        </Dialog>
      )}
    </Dialog>
  );
}

const NO_DRAFT: Draft = {};

/** Which code is open: its name, `new` for the form of a new one, `versions` for their list. */
type Shown = { code: string } | 'new' | 'versions';

function Book({
  book,
  drafts,
  unsaved,
  onDrafts,
  onClose,
}: {
  book: Codebook;
  drafts: Drafts;
  unsaved: readonly string[];
  onDrafts: Dispatch<SetStateAction<Drafts>>;
  onClose: () => void;
}) {
  const [shown, setShown] = useState<Shown>({ code: book.codes[0]?.code ?? '' });
  const [said, setSaid] = useState<{ text: string; failed: boolean } | null>(null);
  const [taking, setTaking] = useState<TakingOver | null>(null);
  const [retiredOpen, setRetiredOpen] = useState(false);
  const code = typeof shown === 'object' ? (book.codes.find((each) => each.code === shown.code) ?? null) : null;
  const retired = book.codes.filter((each) => each.retired);
  // What is being looked at, or is not saved yet, is not hidden.
  const showsRetired = retiredOpen || retired.some((each) => each === code || unsaved.includes(each.code));

  const attempt = (work: () => Promise<string | null>) =>
    void work().then(
      (text) => text !== null && setSaid({ text, failed: false }),
      (thrown: unknown) => {
        setSaid({ text: failureText(failureOf(thrown)), failed: true });
      },
    );
  const open = code?.code ?? '';
  const change = (changes: readonly CodebookChange[], then?: string) =>
    attempt(async () => {
      let version = book.version;
      for (const each of changes) ({ version } = await assay.call('codebook.change', { change: each }));
      onDrafts((kept) => ({
        ...kept,
        [open]: changes.reduce((draft, each) => withoutSaved(draft, each.change), kept[open] ?? NO_DRAFT),
      }));
      if (then !== undefined) setShown({ code: then });
      return `Saved as version ${version}.`;
    });
  const importFile = () =>
    attempt(async () => {
      const [path] = await desktop().openFilesDialog({
        title: 'Take over a codebook',
        folders: false,
        multiple: false,
        filters: [{ name: 'Codebook', extensions: ['json', 'csv'] }],
      });
      if (path === undefined) return null;
      const read = await assay.call('codebook.read', { path });
      setSaid(null);
      setTaking({ change: 'adopt', ...read });
      return null;
    });
  const exportFile = (format: CodebookFormat) =>
    attempt(async () => {
      const { name, bytes } = await assay.call('codebook.file', { format });
      const answer = await desktop().saveFile({ suggestedName: name, bytes: new Uint8Array(bytes) });
      if (answer === null) return null;
      if ('error' in answer) throw new Error(answer.error.message);
      return `Written to ${answer.path}.`;
    });

  const entries = (codes: readonly Code[]) =>
    codes.map((each, at) => (
      <CodeEntry
        key={each.code}
        code={each}
        typed={each.group !== '' && each.group !== codes[at - 1]?.group}
        on={code === each}
        unsaved={unsaved.includes(each.code)}
        onChoose={() => setShown({ code: each.code })}
      />
    ));

  return (
    <>
      <div className="book-head">
        <h2 className="u-strong">
          Codebook{' '}
          <span className="u-text-2">
            {book.name}, version {book.version}
          </span>
        </h2>
        <span className="u-row u-end">
          <ActionMenu
            label="Take over a codebook that comes with Assay"
            className="ui-menu-framed"
            items={CODEBOOK_PRESETS.map((preset) => ({
              id: preset.name,
              label: `${preset.name}…`,
              hint: counted(preset.codes.length, 'code'),
              run: () => setTaking({ change: 'adopt', name: preset.name, codes: [...preset.codes] }),
            }))}
          >
            Take over
          </ActionMenu>
          <Button size="small" onClick={importFile}>
            Import…
          </Button>
          <Button size="small" onClick={() => exportFile('json')}>
            Export JSON…
          </Button>
          <Button size="small" onClick={() => exportFile('csv')}>
            Export CSV…
          </Button>
        </span>
      </div>
      <div className="book-body">
        <nav className="book-codes" aria-label="Codes">
          <div className="book-codes-list u-scroll" tabIndex={-1}>
            {entries(book.codes.filter(({ retired }) => !retired))}
            {retired.length > 0 && (
              <button
                type="button"
                className="book-retired"
                aria-expanded={showsRetired}
                onClick={() => setRetiredOpen(!showsRetired)}
              >
                <Icon name={showsRetired ? 'chevron-down' : 'arrow-right'} size={12} />
                Retired <span className="u-text-3">{retired.length}</span>
              </button>
            )}
            {showsRetired && entries(retired)}
          </div>
          <div className="book-codes-foot">
            <Button size="small" icon="add" aria-pressed={shown === 'new'} onClick={() => setShown('new')}>
              {unsaved.includes('') ? 'New code, not saved' : 'New code'}
            </Button>
            <Button kind="link" size="small" onClick={() => setShown('versions')}>
              Versions
            </Button>
          </div>
        </nav>
        <div className="book-code u-scroll" tabIndex={-1}>
          {shown === 'versions' ? (
            <Versions />
          ) : (
            <CodeForm
              key={`${open} ${book.version}`}
              code={code}
              codes={book.codes}
              typed={drafts[open] ?? NO_DRAFT}
              onTyped={(draft) => onDrafts((kept) => ({ ...kept, [open]: draft }))}
              onChange={change}
            />
          )}
        </div>
      </div>
      {taking && (
        <TakeOverDialog
          book={book}
          change={taking}
          onTake={() => {
            setTaking(null);
            change([taking], taking.codes[0]?.code);
          }}
          onClose={() => setTaking(null)}
        />
      )}
      <div className="ui-dialog-actions">
        {said && (
          <span className={classes('book-said', said.failed ? 'u-danger' : 'u-text-2')} role={said.failed ? 'alert' : 'status'}>
            {said.text}
          </span>
        )}
        <Button kind="primary" onClick={onClose}>
          Close
        </Button>
      </div>
    </>
  );
}

function CodeEntry({
  code,
  typed,
  on,
  unsaved,
  onChoose,
}: {
  code: Code;
  typed: boolean;
  on: boolean;
  unsaved: boolean;
  onChoose: () => void;
}) {
  const became = code.replacedBy.length > 0 ? `now ${code.replacedBy.join(', ')}` : 'retired';
  return (
    <>
      {typed && <h3 className="book-type">{code.group}</h3>}
      <button type="button" className={classes('book-entry', on && 'book-entry-on')} aria-pressed={on} onClick={onChoose}>
        <CodeBadge code={code.code} />
        <span className="u-ellipsis">{code.title}</span>
        {unsaved ? (
          <span className="u-small u-text-2">not saved</span>
        ) : (
          code.retired && <span className="u-small u-text-3 u-ellipsis">{became}</span>
        )}
      </button>
    </>
  );
}

function Versions() {
  const versions = useAssay('codebook.versions', null).data;
  if (!versions) return <Skeleton lines={4} label="Reading the versions" />;
  return (
    <ol className="book-versions">
      {versions.map(({ version, at, by, description }) => (
        <li key={version}>
          <b className="u-medium">v{version}</b> {description}
          <span className="u-small u-text-3">
            {new Date(at).toLocaleString('en-GB')} {by}
          </span>
        </li>
      ))}
    </ol>
  );
}
