import './document.css';
import { type KeyboardEvent, memo, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { splitByQuery } from '#shared/analysis/steps.ts';
import { evidenceText } from '#shared/model/evidence.ts';
import { failureOf, go, useAssay } from '../../client/index.ts';
import { Button, classes, count, Field, IconButton, Message, ScrollRegion, Skeleton } from '../../ui/index.ts';
import { foundAgain, useEvidenceSource, useReveal } from './evidence.ts';
import { useFindCommand } from './find-command.ts';
import type { Place } from './logic/moving.ts';
import { selectedRange } from './selected-range.ts';
import { setView } from './view-state.ts';

/** The document that the benchmark names for the instance, whole and as text. */
export const DocumentPane = memo(function DocumentPane({ instance, system, name }: Place & { name: string | null }) {
  const { data, error, refetch } = useAssay('room.document', { instance }, { enabled: name !== null });
  if (name === null)
    return (
      <Message icon="document" title="No document">
        The benchmark names none for this instance.
      </Message>
    );
  if (error)
    return (
      <Message
        tone="danger"
        title="The document could not be read"
        actions={
          <Button size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        {failureOf(error).message}
      </Message>
    );
  if (!data) return <Skeleton lines={8} label="Reading the document" />;
  if (data.text === null)
    return (
      <Message
        icon="document"
        title={`${name} was not imported`}
        actions={
          <Button size="small" onClick={() => go('import')}>
            Import documents
          </Button>
        }
      >
        The benchmark names this document; its text was not among what was imported.
      </Message>
    );
  return <DocumentText key={name} at={{ instance, system }} name={name} text={data.text} />;
});

/** A passage of a text, by UTF-16 offsets. */
type Passage = { start: number; end: number };

function DocumentText({ at, name, text }: { at: Place; name: string; text: string }) {
  const [wanted, setWanted] = useState('');
  const query = useDeferredValue(wanted);
  const [ordinal, setOrdinal] = useState(0);
  // Evidence that was asked for is marked until something else is looked for.
  const [passage, setPassage] = useState<Passage | null>(null);
  const body = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const parts = useMemo(() => partsOf(text, query, passage), [text, query, passage]);
  const hits = useMemo(() => parts.filter(({ hit }) => hit), [parts]);
  const current = hits[ordinal]?.start ?? null;
  const step = (by: 1 | -1) => hits.length > 0 && setOrdinal((ordinal + by + hits.length) % hits.length);
  useFindCommand(field);
  useEvidenceSource('document', () => {
    const selected = body.current && selectedIn(body.current);
    return (
      selected && { place: { kind: 'document', name, ...selected, text: evidenceText(text.slice(selected.start, selected.end)) } }
    );
  });
  const reveal = useReveal(['document'], at);
  useEffect(() => {
    if (reveal === null) return;
    setView({ reveal: null });
    setWanted('');
    setOrdinal(0);
    setPassage(foundAgain('The document', text, reveal));
  }, [reveal, text]);
  useEffect(() => {
    if (current !== null) body.current?.querySelector('.room-hit-on')?.scrollIntoView({ block: 'center' });
  }, [current, parts]);
  const onFieldKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    step(event.shiftKey ? -1 : 1);
  };
  return (
    <section className="room-document" aria-label="Document" data-pane="document">
      <div className="room-document-head">
        <Field
          label="Find in the document"
          placeholder="Find in the document"
          icon="search"
          command={wanted === '' ? 'room.find' : undefined}
          value={wanted}
          onChange={(value) => {
            setWanted(value);
            setOrdinal(0);
            setPassage(null);
          }}
          onKeyDown={onFieldKey}
          inputRef={field}
        />
        {query.trim() !== '' && (
          <span className="room-step">
            <IconButton icon="chevron-up" label="Previous hit" disabled={hits.length === 0} onClick={() => step(-1)} />
            {hits.length === 0 ? 'not found' : `${count(ordinal + 1)} of ${count(hits.length)}`}
            <IconButton icon="chevron-down" label="Next hit" disabled={hits.length === 0} onClick={() => step(1)} />
          </span>
        )}
        <span className="u-text-2 u-ellipsis room-document-name" title={name}>
          {name}, {count(text.length)} characters
        </span>
      </div>
      <ScrollRegion className="room-document-body" data-pane-focus="">
        <div ref={body} className="room-document-text">
          {parts.map((part) =>
            part.hit ? (
              <mark key={part.start} className={classes('room-hit', part.start === current && 'room-hit-on')}>
                {part.text}
              </mark>
            ) : (
              part.text
            ),
          )}
        </div>
      </ScrollRegion>
    </section>
  );
}

/** The text cut at what is marked: the hits of a search, else a passage. */
function partsOf(text: string, query: string, passage: Passage | null): { text: string; hit: boolean; start: number }[] {
  if (query.trim() !== '' || passage === null) return splitByQuery(text, query);
  const { start, end } = passage;
  return [
    { text: text.slice(0, start), hit: false, start: 0 },
    { text: text.slice(start, end), hit: true, start },
    { text: text.slice(end), hit: false, start: end },
  ];
}

/** What is selected within an element, as offsets in its text; null where nothing is. */
function selectedIn(element: HTMLElement): Passage | null {
  const range = selectedRange(element);
  if (!range) return null;
  const before = range.cloneRange();
  before.selectNodeContents(element);
  before.setEnd(range.startContainer, range.startOffset);
  const start = before.toString().length;
  return { start, end: start + range.toString().length };
}
