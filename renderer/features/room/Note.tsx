import { type RefObject, useEffect, useRef, useState } from 'react';
import { beforeSettling } from '../../client/index.ts';
import { editLabel, type Item } from './labels.ts';

/** A key is painted first; what was typed is on its way to the disk this soon after, the first unsaved key counting. */
const HAND_ON_MS = 30;

/**
 * The note of one item. What is typed stays here whatever the saving does, and is handed on in order: {@link HAND_ON_MS}
 * after a key, at once when the note is left or goes. Give it a key per item.
 */
export function Note({ item, text, areaRef }: { item: Item; text: string; areaRef: RefObject<HTMLTextAreaElement | null> }) {
  const [own, setOwn] = useState(text);
  const sent = useRef(text);
  const typed = useRef(text);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const of = useRef(item);
  const handOn = useRef(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (typed.current === sent.current) return;
    sent.current = typed.current;
    editLabel(of.current, { field: 'note', text: typed.current });
  }).current;
  useEffect(() => {
    // A text that did not come from here: an undo, or another window. What is typed meanwhile is the newer.
    if (text === sent.current || typed.current !== sent.current) return;
    sent.current = text;
    typed.current = text;
    setOwn(text);
  }, [text]);
  useEffect(() => {
    const stop = beforeSettling(handOn);
    return () => {
      stop();
      handOn();
    };
  }, [handOn]);
  return (
    <textarea
      ref={areaRef}
      className="room-note u-scroll"
      aria-label="Note"
      placeholder="What went wrong, and how you know (Markdown)"
      value={own}
      onChange={(event) => {
        typed.current = event.target.value;
        setOwn(typed.current);
        timer.current ??= setTimeout(handOn, HAND_ON_MS);
      }}
      onKeyDown={({ ctrlKey, metaKey, key }) => {
        // A command of the room must find the whole note saved before it.
        if (ctrlKey || metaKey || key === 'Escape') handOn();
      }}
      onBlur={handOn}
    />
  );
}
