import type { Share } from '#shared/model/share.ts';
import { percent } from '../../ui/index.ts';

const WIDTH = 168;
const at = (share: number) => share * WIDTH;

/** The axis over the plots of the rows. */
export function IntervalAxis() {
  return (
    <svg className="ov-interval" width={WIDTH} height={14} role="img" aria-label="EX with its interval, 0 to 100 %">
      {[0, 25, 50, 75, 100].map((tick) => (
        <text key={tick} x={at(tick / 100)} y={11} textAnchor={tick === 0 ? 'start' : tick === 100 ? 'end' : 'middle'}>
          {tick}
        </text>
      ))}
    </svg>
  );
}

/** A share as a point with its interval; strong systems have a filled point, others an open one. */
export function IntervalPlot({ share, filled }: { share: Share; filled: boolean }) {
  const label = share.n === 0 ? 'no instances' : `${percent(share.share)} %, ${percent(share.low)} to ${percent(share.high)} %`;
  return (
    <svg className="ov-interval" width={WIDTH} height={20} role="img" aria-label={label}>
      {[25, 50, 75].map((tick) => (
        <path key={tick} className="ov-interval-grid" d={`M${at(tick / 100)} -4V24`} />
      ))}
      {share.n > 0 && (
        <>
          <path
            className="ov-interval-line"
            d={`M${at(share.low)} 6.5v7M${at(share.high)} 6.5v7M${at(share.low)} 10H${at(share.high)}`}
          />
          <circle className={filled ? 'ov-interval-filled' : 'ov-interval-open'} cx={at(share.share)} cy={10} r={3.6} />
        </>
      )}
    </svg>
  );
}
