import { type ReactNode, useRef } from 'react';
import { classes, Splitter, useRememberedNumber } from '../../ui/index.ts';
import { useSize } from './use-size.ts';
import { useRoomView } from './view-state.ts';

/** The first pane's share of the centre, in percent, where nothing else is known. */
const INITIAL_SHARE = 52;
const LEAST = 90;

/**
 * Two panes, one above the other or side by side. Until the border is moved the first has its usual share, or what the
 * second leaves: `lowerNeeds` px are all that it can use. From then on the share is remembered, so that it fits every window.
 */
export function CentreStack({
  name,
  upper,
  lower,
  lowerNeeds = Number.POSITIVE_INFINITY,
}: {
  /** Panes of the same name share their border. */
  name: string;
  upper: ReactNode;
  lower: ReactNode;
  lowerNeeds?: number;
}) {
  const zoomed = useRoomView((state) => state.zoomed);
  const beside = useRoomView((state) => state.beside);
  const area = useRef<HTMLDivElement>(null);
  const size = useSize(area);
  const length = beside ? size.width : size.height;
  const [ownShare, setOwnShare] = useRememberedNumber(`${name}${beside ? '.beside' : ''}`, 0);
  const usual = Math.round((length * INITIAL_SHARE) / 100);
  const initial = beside ? usual : Math.max(usual, length - lowerNeeds);
  const px = ownShare === 0 ? initial : Math.round((length * ownShare) / 100);
  const tracks =
    zoomed === 'upper'
      ? 'minmax(0, 1fr) 0 0'
      : zoomed === 'lower'
        ? '0 0 minmax(0, 1fr)'
        : length === 0
          ? `minmax(0, ${INITIAL_SHARE}fr) 1px minmax(0, ${100 - INITIAL_SHARE}fr)`
          : `minmax(0, ${px}px) 1px minmax(0, 1fr)`;
  return (
    <div
      ref={area}
      className={classes('room-split', zoomed && `room-split-${zoomed}`)}
      style={beside ? { gridTemplateColumns: tracks } : { gridTemplateRows: tracks }}
    >
      <div className="room-split-part" data-part="upper">
        {upper}
      </div>
      <Splitter
        label={beside ? 'Width of the first pane' : 'Height of the upper pane'}
        direction={beside ? 'columns' : 'rows'}
        value={px}
        initial={initial}
        min={Math.min(LEAST, length)}
        max={Math.max(LEAST, length - LEAST)}
        onChange={(value) => length > 0 && setOwnShare(value === initial ? 0 : (value / length) * 100)}
      />
      <div className="room-split-part" data-part="lower">
        {lower}
      </div>
    </div>
  );
}
