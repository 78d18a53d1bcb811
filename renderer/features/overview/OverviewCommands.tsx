import type { ProjectSummary } from '#shared/contract/project.ts';
import { go, isBusy, startGoldCheck, useActivity, useAssay } from '../../client/index.ts';
import { type Command, useCommands } from '../../ui/commands/index.ts';
import { useBasis } from '../basis/index.ts';
import { useHeldBack } from '../blind/index.ts';
import { exportAccuracies } from './accuracies.ts';
import { closeOverviewDialog, openOverviewDialog, useOverviewDialogs } from './overview-dialogs.ts';
import { RuleMeanings } from './RuleMeanings.tsx';
import { RulesDialog } from './RulesDialog.tsx';

/** What the overview offers, for every screen of an open project: rules and export. */
export function OverviewCommands() {
  const summary = useAssay('project.summary', null).data;
  return summary ? <Commands summary={summary} /> : null;
}

function Commands({ summary }: { summary: ProjectSummary }) {
  const busy = useActivity((store) => isBusy(store.activity));
  const rules = useAssay('judge.rules', null).data ?? [];
  const { basis, choose } = useBasis(summary.judgedRules);
  const dialog = useOverviewDialogs((store) => store.dialog);
  const isHeldBack = useHeldBack();
  const judged = summary.judgedRules.length > 0;
  const titleOf = (rule: string) => rules.find(({ id }) => id === rule)?.title ?? rule;
  const commands: Command[] = [
    {
      id: 'gold.check',
      title: 'Check gold: failed, drifted, ambiguous, at odds with systems',
      group: 'Project',
      keys: [],
      icon: 'scales',
      enabled: judged && !busy,
      run: () => {
        if (go('overview')) void startGoldCheck();
      },
    },
    ...summary.judgedRules.map(
      (rule): Command => ({
        id: `rule.${rule}`,
        title: `Rule: ${titleOf(rule)}`,
        group: 'View',
        keys: [],
        icon: 'scales',
        hint: rule === basis.rule ? 'current' : rule,
        run: () => {
          choose({ rule });
          go('overview');
        },
      }),
    ),
    {
      id: 'rule.choose',
      title: 'Rules: choose what judges, add your own…',
      group: 'Project',
      keys: [],
      icon: 'scales',
      run: () => openOverviewDialog('rules'),
    },
    {
      id: 'rule.meanings',
      title: 'What the rules mean',
      group: 'View',
      keys: [],
      icon: 'question',
      run: () => openOverviewDialog('rule meanings'),
    },
    {
      id: 'overview.export',
      title: 'Export the table of accuracies',
      group: 'Project',
      keys: [],
      icon: 'download',
      enabled: judged && !isHeldBack,
      run: () => void exportAccuracies(),
    },
  ];
  useCommands(commands);
  if (dialog === 'rules') return <RulesDialog onClose={closeOverviewDialog} />;
  if (dialog === 'rule meanings') return <RuleMeanings onClose={closeOverviewDialog} />;
  return null;
}
