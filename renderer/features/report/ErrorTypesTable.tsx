import type { ErrorTypes } from '#shared/contract/report.ts';
import type { Share } from '#shared/model/share.ts';
import type { Stratum } from '#shared/model/stratum.ts';
import { Button, count, percent } from '../../ui/index.ts';
import { CodeBadge } from '../marks/index.ts';

const whole = (share: number) => Math.round(share * 100);

/** The figure's numbers; every count opens its instances. */
export function ErrorTypesTable({ data, onOpen }: { data: ErrorTypes; onOpen: (code: string, stratum: Stratum) => void }) {
  return (
    <table className="ui-table ui-table-fixed rep-table">
      <colgroup>
        <col className="rep-col-code" />
        {data.strata.map(({ stratum }) => (
          <Columns key={stratum} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <th>code</th>
          {data.strata.map(({ stratum, labelled }) => (
            <th key={stratum} className="ui-number" colSpan={2}>
              {stratum}, n = {labelled}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.codes.map(({ code, title, shares }) => (
          <tr key={code}>
            <td>
              <span className="u-row rep-code">
                <CodeBadge code={code} />
                <span className="u-ellipsis" title={title}>
                  {title}
                </span>
              </span>
            </td>
            {shares.map(({ stratum, share }) => (
              <Cells key={stratum} code={code} stratum={stratum} share={share} onOpen={onOpen} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Columns() {
  return (
    <>
      <col className="rep-col-count" />
      <col />
    </>
  );
}

function Cells({
  code,
  stratum,
  share,
  onOpen,
}: {
  code: string;
  stratum: Stratum;
  share: Share | null;
  onOpen: (code: string, stratum: Stratum) => void;
}) {
  if (share === null) {
    return (
      <td className="ui-number u-text-3" colSpan={2}>
        not offered
      </td>
    );
  }
  return (
    <>
      <td className="ui-number rep-count">
        {share.count === 0 ? (
          <span className="u-text-3">0</span>
        ) : (
          <Button
            kind="link"
            aria-label={`${code} in ${stratum}: ${count(share.count)} instances`}
            onClick={() => onOpen(code, stratum)}
          >
            {count(share.count)}
          </Button>
        )}
      </td>
      <td className="ui-number">
        {share.n === 0 ? (
          <span className="u-text-3">–</span>
        ) : (
          <>
            <b className="u-medium">{percent(share.share)}</b>{' '}
            <span className="u-text-2" title="Wilson 95 % interval">
              {whole(share.low)} – {whole(share.high)}
            </span>
          </>
        )}
      </td>
    </>
  );
}
