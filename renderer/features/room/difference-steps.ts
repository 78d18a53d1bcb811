import { type Command, useCommands } from '../../ui/commands/index.ts';
import { notify, type RoomTab } from './view-state.ts';

type Step = Pick<Command, 'id' | 'title' | 'group' | 'keys'>;

/** Steps from one difference to another, in the SQL and in the results. The panes that can do them say how. */
export const DIFFERENCE_STEPS = {
  nextSql: { id: 'room.nextSqlDifference', title: 'Next difference in the SQL', group: 'Move', keys: ['d'] },
  previousSql: { id: 'room.previousSqlDifference', title: 'Previous difference in the SQL', group: 'Move', keys: ['Shift+D'] },
  nextRow: { id: 'room.nextDifference', title: 'Next row that differs', group: 'Move', keys: ['c'] },
  previousRow: { id: 'room.previousDifference', title: 'Previous row that differs', group: 'Move', keys: ['Shift+C'] },
  nextCell: { id: 'room.nextCell', title: 'Next cell that differs', group: 'Move', keys: ['='] },
  previousCell: { id: 'room.previousCell', title: 'Previous cell that differs', group: 'Move', keys: ['-'] },
} satisfies Record<string, Step>;

/**
 * The steps while no pane can do them: they say so. It must come before the panes in the page, so that those take the
 * steps over.
 */
export function StepsWithoutPane({ tab }: { tab: RoomTab }) {
  const where = tab === 'sql' ? '.' : ': go to SQL and results.';
  const { nextSql, previousSql, ...ofResults } = DIFFERENCE_STEPS;
  useCommands([
    ...[nextSql, previousSql].map((step) => ({ ...step, run: () => notify(`The SQL is not shown here${where}`) })),
    ...Object.values(ofResults).map((step) => ({ ...step, run: () => notify(`No two results are shown here${where}`) })),
  ]);
  return null;
}
