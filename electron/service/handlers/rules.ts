import type { AssayHandlers } from '#shared/contract/contract.ts';
import { addUserRule, chooseRules, ruleViews } from '../rules/project-rules.ts';
import type { Session } from '../session.ts';

type Methods = 'judge.rules' | 'rules.choose' | 'rules.add';

export const ruleHandlers = (session: Session): Pick<AssayHandlers, Methods> => ({
  'judge.rules': () => ruleViews(session.db),
  'rules.choose': ({ rules }) => {
    chooseRules(session.db, rules);
    session.changed('rules', 'verdicts', 'project');
    return ruleViews(session.db);
  },
  'rules.add': ({ name, options }) => {
    const rule = addUserRule(session.db, name, options);
    session.changed('rules', 'verdicts', 'project');
    return rule;
  },
});
