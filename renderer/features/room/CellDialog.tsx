import './cell-dialog.css';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { Value } from '#shared/model/value.ts';
import { isTypedText } from '#shared/model/value.ts';
import { copyOut } from '../../client/index.ts';
import { Button, classes, count, Dialog, DialogParts, Icon, ScrollRegion } from '../../ui/index.ts';
import { cellView, copyText, sizeText } from './logic/cell-text.ts';
import { childCount, type JsonLine, type JsonNode, jsonLines, jsonTree } from './logic/json-tree.ts';

export type OpenCell = {
  title: string;
  /** What the sides have there; a side without the row or the column is left out. */
  sides: readonly { side: 'gold' | 'prediction'; value: Value }[];
};

/** The whole value of a cell on both sides: JSON as a tree, anything else as its text. */
export function CellDialog({ cell, onClose }: { cell: OpenCell; onClose: () => void }) {
  return (
    <Dialog label={`Cell ${cell.title}`} onClose={onClose} className="room-cell-dialog">
      <DialogParts
        title={cell.title}
        actions={
          <Button kind="primary" onClick={onClose}>
            Close
          </Button>
        }
      >
        <div className="room-cell-sides">
          {cell.sides.map(({ side, value }, at) => (
            <section key={side} className={`room-cell-side room-side-${side}`} aria-label={side}>
              <h3 className="room-cell-side-head">
                {side === 'gold' ? 'Gold' : 'Prediction'}
                <span className="u-text-3">
                  {cellView(value).kind}
                  {typeof value === 'string' && `, ${sizeText(value.length, 'characters')}`}
                </span>
                <Button kind="link" onClick={() => void copyOut('the cell', () => copyText(value))}>
                  Copy
                </Button>
              </h3>
              <WholeValue value={value} focused={at === 0} />
            </section>
          ))}
        </div>
      </DialogParts>
    </Dialog>
  );
}

/** JSON in a cell: of its own kind, or a text that is an object or an array. */
function jsonOf(value: Value): JsonNode | null {
  if (isTypedText(value) && value.type === 'json') return jsonTree(value.text);
  return typeof value === 'string' && /^\s*[{[]/.test(value) ? jsonTree(value) : null;
}

const LONGEST_TEXT = 200_000;
/** What is not text is marked as in the grid up to this length, that of the 32 bytes of a blob that the grid shows; then it stands whole. */
const LONGEST_MARKED = "x''".length + 2 * 32;

function WholeValue({ value, focused }: { value: Value; focused: boolean }) {
  const tree = useMemo(() => jsonOf(value), [value]);
  if (tree) return <JsonTree root={tree} focused={focused} />;
  const text = copyText(value);
  const marked = value === '' || (typeof value !== 'string' && text.length <= LONGEST_MARKED);
  return (
    <ScrollRegion as="pre" className="room-cell-text" data-autofocus={focused ? '' : undefined}>
      {marked
        ? cellView(value).pieces.map((piece, at) => (
            <span key={at} className={piece.look === 'plain' ? undefined : `room-piece-${piece.look}`}>
              {piece.text}
            </span>
          ))
        : text.slice(0, LONGEST_TEXT)}
      {text.length > LONGEST_TEXT && (
        <span className="u-warn"> … {sizeText(text.length - LONGEST_TEXT, 'characters')} more; copy the cell to see them</span>
      )}
    </ScrollRegion>
  );
}

/** Children of one node that are listed at most. */
const MOST_CHILDREN = 500;

/** A tree whose nodes open and close: arrows move, right opens, left closes or goes to the parent, as in every tree. */
function JsonTree({ root, focused }: { root: JsonNode; focused: boolean }) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [current, setCurrent] = useState('');
  const tree = useRef<HTMLDivElement>(null);
  // Two levels are open at first, unless they are long.
  const isOpen = (path: string) => !closed.has(path) && (opened.has(path) || path.split('/').length <= 2);
  const lines = jsonLines(root, isOpen, MOST_CHILDREN);
  const toggle = (path: string, open: boolean) => {
    const change = (set: ReadonlySet<string>, has: boolean) => {
      const next = new Set(set);
      if (has) next.add(path);
      else next.delete(path);
      return next;
    };
    setOpened(change(opened, open));
    setClosed(change(closed, !open));
  };
  const goTo = (line: JsonLine | undefined) => {
    if (!line) return;
    setCurrent(line.path);
    tree.current?.querySelector(`[data-path="${CSS.escape(line.path)}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  const onKey = (event: KeyboardEvent) => {
    const at = Math.max(
      0,
      lines.findIndex(({ path }) => path === current),
    );
    const line = lines[at]!;
    const isBranch = childCount(line.node) > 0;
    if (event.key === 'ArrowDown') goTo(lines[at + 1]);
    else if (event.key === 'ArrowUp') goTo(lines[at - 1]);
    else if (event.key === 'Home') goTo(lines[0]);
    else if (event.key === 'End') goTo(lines.at(-1));
    else if (event.key === 'ArrowRight' && isBranch) line.open ? goTo(lines[at + 1]) : toggle(line.path, true);
    else if (event.key === 'ArrowLeft') {
      if (line.open) toggle(line.path, false);
      else goTo(lines.find(({ path }) => path === line.path.slice(0, line.path.lastIndexOf('/'))));
    } else if ((event.key === 'Enter' || event.key === ' ') && isBranch) toggle(line.path, !line.open);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={tree}
      role="tree"
      aria-label="JSON"
      aria-activedescendant={idOf(current)}
      tabIndex={0}
      className="room-json u-scroll"
      data-autofocus={focused ? '' : undefined}
      onKeyDown={onKey}
    >
      {lines.map((line) => {
        const children = childCount(line.node);
        return (
          // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names the node at its cursor
          // biome-ignore lint/a11y/useKeyWithClickEvents: the tree hears the arrows for all of its nodes
          <div
            key={line.path}
            id={idOf(line.path)}
            data-path={line.path}
            role="treeitem"
            aria-level={line.depth + 1}
            aria-expanded={children > 0 ? line.open : undefined}
            aria-selected={line.path === current}
            className={classes('room-json-line', line.path === current && 'room-json-on')}
            style={{ paddingLeft: `${line.depth * 16 + 4}px` }}
            onClick={() => {
              setCurrent(line.path);
              if (children > 0) toggle(line.path, !line.open);
            }}
          >
            <span className="room-json-sign">
              {children > 0 && <Icon name={line.open ? 'chevron-down' : 'arrow-right'} size={11} />}
            </span>
            {line.name !== null && <span className="room-json-name">{line.name}</span>}
            <JsonValue node={line.node} />
          </div>
        );
      })}
    </div>
  );
}

const idOf = (path: string) => `room-json${path.replaceAll('/', '-')}`;

function JsonValue({ node }: { node: JsonNode }) {
  if (node.kind === 'object') return <span className="u-text-3">{`{ ${count(node.entries.length)} }`}</span>;
  if (node.kind === 'array') return <span className="u-text-3">{`[ ${count(node.items.length)} ]`}</span>;
  if (node.kind === 'text') return <span className="room-json-text">{JSON.stringify(node.text)}</span>;
  return <span className="room-json-word">{node.text}</span>;
}
