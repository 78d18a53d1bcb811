import type { Overview } from '#shared/contract/overview.ts';
import { count, PaneHead, ScrollRegion } from '../../ui/index.ts';
import { useRuleTitle } from './rule-titles.ts';
import { NumberLink } from './SystemsTable.tsx';

/** How often two rules judge the same prediction differently. A count opens the instances that hold such a prediction. */
export function DisagreementTable({ overview, onOpen }: { overview: Overview; onOpen: (first: string, second: string) => void }) {
  const { disagreements } = overview;
  const titleOf = useRuleTitle();
  // A score is no verdict to differ by.
  const rules = overview.rules.filter((rule) => !overview.scoreRules.includes(rule));
  const find = (first: string, second: string) =>
    disagreements.find(
      (each) => (each.first === first && each.second === second) || (each.first === second && each.second === first),
    );
  const judged = Math.max(0, ...disagreements.map(({ n }) => n));
  return (
    <section className="ov-box" data-pane aria-label="Verdicts that differ between rules">
      <PaneHead title="Verdicts that differ between rules" note={rules.length > 1 ? `of ${count(judged)}` : undefined} />
      {rules.length < 2 ? (
        <p className="ov-box-note">One rule has judged. A second shows where the verdict depends on the rule.</p>
      ) : (
        <ScrollRegion className="ov-disagreement">
          <table className="ui-table">
            <thead>
              <tr>
                <th>
                  <span className="u-hidden">rule</span>
                </th>
                {rules.slice(1).map((rule) => (
                  <th key={rule} className="ui-number" title={titleOf(rule)}>
                    {rule}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rules.slice(0, -1).map((first, row) => (
                <tr key={first}>
                  <td className="u-text-2" title={titleOf(first)}>
                    {first}
                  </td>
                  {rules.slice(1).map((second, column) => {
                    const entry = column >= row ? find(first, second) : undefined;
                    return (
                      <td
                        key={second}
                        className="ui-number"
                        title={entry && `${count(entry.count)} of ${count(entry.n)} predictions that both judged`}
                      >
                        {entry && (
                          <NumberLink
                            label={`${first} and ${second} differ on ${count(entry.count)} predictions`}
                            disabled={entry.count === 0}
                            onClick={() => onOpen(first, second)}
                          >
                            {count(entry.count)}
                          </NumberLink>
                        )}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </section>
  );
}
