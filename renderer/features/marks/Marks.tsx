import './marks.css';
import type { Share } from '#shared/contract/overview.ts';
import type { Stratum } from '#shared/model/stratum.ts';
import type { VerdictState } from '#shared/model/verdict.ts';
import { classes, count, Icon, percent } from '../../ui/index.ts';
import { VERDICT_LOOK } from './verdicts.ts';

/** A verdict: icon and word in the colour of its state. `iconOnly` keeps the word for screen readers and the tooltip. */
export function VerdictMark({ state, iconOnly, reason }: { state: VerdictState; iconOnly?: boolean; reason?: string | null }) {
  const look = VERDICT_LOOK[state];
  return (
    <span className={`mark-verdict mark-verdict-${look.tone}`} title={reason ?? (iconOnly ? look.word : undefined)}>
      <Icon name={look.icon} size={13} />
      <span className={iconOnly ? 'u-hidden' : undefined}>{look.word}</span>
    </span>
  );
}

/** A code's letters on its colour; `primary` draws a frame. Codes that are not C1 to C5 are grey. */
export function CodeBadge({ code, primary, title }: { code: string; primary?: boolean; title?: string }) {
  const known = /^C[1-5]$/.test(code);
  return (
    <span
      className={classes('mark-code', known && `mark-code-${code.toLowerCase()}`, primary && 'mark-code-primary')}
      title={primary ? `${title ?? code}, primary` : title}
    >
      {code}
    </span>
  );
}

/** A stratum; the hardest is the most salient. */
export function StratumBadge({ stratum, title }: { stratum: Stratum; title?: string }) {
  return (
    <span className={`mark-stratum mark-stratum-${stratum.toLowerCase()}`} title={title}>
      {stratum}
    </span>
  );
}

/** A share in percent with its 95 % interval and its denominator. Without a denominator there is no share. */
export function ShareText({ share, interval = true, counts = true }: { share: Share; interval?: boolean; counts?: boolean }) {
  if (share.n === 0) return <span className="mark-share-none">no instances</span>;
  return (
    <span className="mark-share">
      <b className="mark-share-value">{percent(share.share)}</b>
      {interval && (
        <span className="mark-share-interval" title="Wilson 95 % interval">
          {percent(share.low)}–{percent(share.high)}
        </span>
      )}
      {counts && (
        <span className="mark-share-counts">
          {count(share.count)}/{count(share.n)}
        </span>
      )}
    </span>
  );
}

/** Says that rules disagree about a prediction. */
export function FlipBadge({ text = 'flips', title }: { text?: string; title?: string }) {
  return (
    <span className="mark-flip" title={title}>
      <Icon name="flip" size={11} />
      {text}
    </span>
  );
}
