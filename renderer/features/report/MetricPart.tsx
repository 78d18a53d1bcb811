import type { UseQueryResult } from '@tanstack/react-query';
import type { MetricTable } from '#shared/contract/report.ts';
import { failureOf } from '../../client/index.ts';
import { Menu, Skeleton } from '../../ui/index.ts';
import { AnswerFailed } from '../overview/index.ts';
import { MetricTableView } from './MetricTableView.tsx';

/** One of the further tables under the rule that is looked through, which can be changed here. */
export function MetricPart({
  id,
  metrics,
  rules,
  rule,
  onRule,
}: {
  id: string;
  metrics: UseQueryResult<{ rule: string; ruleVersion: string; tables: MetricTable[] }>;
  rules: readonly string[];
  rule: string;
  onRule: (rule: string) => void;
}) {
  if (metrics.error) return <AnswerFailed failure={failureOf(metrics.error)} onRetry={() => void metrics.refetch()} />;
  const table = metrics.data?.tables.find((each) => each.id === id);
  if (!table) return <Skeleton lines={6} label="Computing the table" />;
  return (
    <>
      <div className="rep-head rep-head-line">
        <h1 className="rep-title">{table.title}</h1>
        <span className="ui-pane-right">
          <Menu
            label="Rule"
            value={rule}
            options={rules.map((each) => ({ value: each, label: each }))}
            onChange={onRule}
            align="end"
          />
        </span>
      </div>
      <p className="rep-caption rep-caption-wide">{table.caption}</p>
      <MetricTableView table={table} />
    </>
  );
}
