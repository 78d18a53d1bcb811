import type { Screen } from '../client/index.ts';

/**
 * A key of a screen, for the sheet of keys while another screen is shown. A row stands for commands that only an open
 * project can name: its codes.
 */
export type ScreenKey = { readonly id: string; readonly title: string; readonly keys: readonly string[]; readonly row?: true };

const digits = (before = '') => Array.from({ length: 9 }, (_, at) => `${before}Digit${at + 1}`);

/** The keys that only work on their screen, in the order of the work. A test holds them against the screens' commands. */
export const SCREEN_KEYS: readonly {
  readonly screen: Screen;
  readonly title: string;
  readonly keys: readonly ScreenKey[];
}[] = [
  {
    screen: 'start',
    title: 'Start',
    keys: [
      { id: 'start.sample', title: 'Open the sample', keys: ['s'] },
      { id: 'start.new', title: 'New project…', keys: ['n'] },
      { id: 'start.open', title: 'Open a file…', keys: ['o'] },
      { id: 'start.filter', title: 'Filter the projects', keys: ['/'] },
    ],
  },
  {
    screen: 'import',
    title: 'Import',
    keys: [
      { id: 'import.folder', title: 'Choose a folder…', keys: ['f'] },
      { id: 'import.files', title: 'Choose files…', keys: ['i'] },
      { id: 'import.next', title: 'Next part', keys: ['ArrowDown', 'j'] },
      { id: 'import.previous', title: 'Previous part', keys: ['ArrowUp', 'k'] },
      { id: 'import.take', title: 'Take or leave the part', keys: ['Space'] },
      { id: 'import.run', title: 'Import', keys: ['Enter'] },
      { id: 'import.receipts', title: 'Show the receipts so far', keys: ['r'] },
      { id: 'import.cancel', title: 'Forget what was recognised', keys: ['Escape'] },
    ],
  },
  {
    screen: 'overview',
    title: 'Overview',
    keys: [
      { id: 'overview.search', title: 'Search instances', keys: ['/'] },
      { id: 'overview.matrix', title: 'Go to the verdict matrix', keys: ['m'] },
      { id: 'overview.clear', title: 'Show all instances', keys: ['Escape'] },
    ],
  },
  {
    screen: 'sample',
    title: 'Strata & sample',
    keys: [
      { id: 'sample.move', title: 'Move the chosen system', keys: ['m'] },
      { id: 'sample.draw', title: 'Draw the sample', keys: ['Mod+Enter'] },
    ],
  },
  {
    screen: 'room',
    title: 'Label',
    keys: [
      { id: 'room.code', title: 'Set or clear a code', keys: digits(), row: true },
      { id: 'room.primary', title: 'Make a code primary', keys: digits('Shift+'), row: true },
      { id: 'room.responsible.model', title: 'Responsible: model', keys: ['r m'] },
      { id: 'room.responsible.gold', title: 'Responsible: gold', keys: ['r g'] },
      { id: 'room.responsible.question', title: 'Responsible: question', keys: ['r q'] },
      { id: 'room.responsible.document', title: 'Responsible: document', keys: ['r d'] },
      { id: 'room.responsible.evaluator', title: 'Responsible: evaluator', keys: ['r e'] },
      { id: 'room.responsible.environment', title: 'Responsible: environment', keys: ['r v'] },
      { id: 'room.confidence.low', title: 'Confidence: low', keys: ['r Digit1'] },
      { id: 'room.confidence.medium', title: 'Confidence: medium', keys: ['r Digit2'] },
      { id: 'room.confidence.high', title: 'Confidence: high', keys: ['r Digit3'] },
      { id: 'room.next', title: 'Next instance', keys: ['j'] },
      { id: 'room.previous', title: 'Previous instance', keys: ['k'] },
      { id: 'room.nextSystem', title: 'Next system', keys: ['l'] },
      { id: 'room.previousSystem', title: 'Previous system', keys: ['h'] },
      { id: 'room.nextUnlabelled', title: 'Next unlabelled instance', keys: ['Shift+J'] },
      { id: 'room.previousUnlabelled', title: 'Previous unlabelled instance', keys: ['Shift+K'] },
      { id: 'room.filter', title: 'Filter the queue', keys: ['/', 'Shift+F'] },
      { id: 'room.definitions', title: 'Definitions of the codes', keys: ['.'] },
      { id: 'room.note', title: 'Write a note', keys: ['n'] },
      { id: 'room.labelSame', title: 'Label all with the same wrong result', keys: ['a'] },
      { id: 'room.done', title: 'Done, next to label', keys: ['Enter'] },
      { id: 'room.noError', title: 'Blind: no error found, commit', keys: ['Shift+Enter'] },
      { id: 'room.undecided', title: 'Cannot decide', keys: ['u'] },
      { id: 'room.skip', title: 'Skip', keys: ['x'] },
      { id: 'room.flag', title: 'Flag, or take the flag away', keys: ['f'] },
      { id: 'room.noteDone', title: 'Leave the note, and done', keys: ['Mod+Enter'] },
      { id: 'room.review', title: 'The codes hold: reviewed', keys: ['Shift+R'] },
      { id: 'room.reopen', title: 'Open the item again', keys: ['Shift+U'] },
      { id: 'room.sql', title: 'SQL and results', keys: ['q'] },
      { id: 'room.trajectory', title: 'Trajectory', keys: ['t'] },
      { id: 'room.schema', title: 'Schema', keys: ['s'] },
      { id: 'room.closePeek', title: 'Close the sample rows or values of the schema', keys: ['Escape'] },
      { id: 'room.document', title: 'Document', keys: ['o'] },
      { id: 'room.systems', title: 'SQL of every system against gold', keys: ['m'] },
      { id: 'room.scratch', title: 'Scratch query', keys: ['Shift+S'] },
      { id: 'room.runAgain', title: 'Run gold and prediction again', keys: ['Shift+E'] },
      { id: 'room.attach', title: 'Attach what is selected as evidence', keys: ['e'] },
      { id: 'room.nextSqlDifference', title: 'Next difference in the SQL', keys: ['d'] },
      { id: 'room.previousSqlDifference', title: 'Previous difference in the SQL', keys: ['Shift+D'] },
      { id: 'room.nextDifference', title: 'Next row that differs', keys: ['c'] },
      { id: 'room.previousDifference', title: 'Previous row that differs', keys: ['Shift+C'] },
      { id: 'room.nextCell', title: 'Next cell that differs', keys: ['='] },
      { id: 'room.previousCell', title: 'Previous cell that differs', keys: ['-'] },
      { id: 'room.nextReason', title: 'Because: show the next kind of difference', keys: ['Shift+B'] },
      { id: 'room.sideBySide', title: 'Diff side by side or inline', keys: ['w'] },
      { id: 'room.formatted', title: 'SQL formatted or as written', keys: ['y'] },
      { id: 'room.folded', title: 'Fold or unfold equal lines', keys: ['Shift+W'] },
      { id: 'room.wrapped', title: 'Wrap or cut long lines of SQL', keys: ['v w'] },
      { id: 'room.marksCase', title: 'Mark or ignore letter case in the SQL', keys: ['v l'] },
      { id: 'room.hideEqualRows', title: 'Hide equal rows', keys: ['v r'] },
      { id: 'room.hideEqualColumns', title: 'Hide equal columns', keys: ['v c'] },
      { id: 'room.pinColumn', title: 'Pin the column, or let it go', keys: ['p'] },
      { id: 'room.copyRow', title: 'Copy the row as TSV', keys: ['Shift+Y'] },
      { id: 'room.lower.none', title: 'Nothing below', keys: ['v Digit0'] },
      { id: 'room.lower.results', title: 'Results below', keys: ['v Digit1'] },
      { id: 'room.lower.trajectory', title: 'Trajectory below', keys: ['v Digit2'] },
      { id: 'room.lower.schema', title: 'Schema below', keys: ['v Digit3'] },
      { id: 'room.lower.document', title: 'Document below', keys: ['v Digit4'] },
      { id: 'room.lower.sql', title: 'SQL below', keys: ['v Digit5'] },
      { id: 'room.instruction', title: 'Fold or unfold the instruction and external knowledge', keys: ['i'] },
      { id: 'room.zoom', title: 'One pane fills the centre', keys: ['z'] },
      { id: 'room.beside', title: 'Second pane below or beside the first', keys: ['v b'] },
      { id: 'room.exchange', title: 'Exchange the places of the two panes', keys: ['v t'] },
      { id: 'room.hideQueue', title: 'Hide the queue', keys: ['Mod+\\', 'Mod+B'] },
      { id: 'room.nextStep', title: 'Next step', keys: ['ArrowDown'] },
      { id: 'room.previousStep', title: 'Previous step', keys: ['ArrowUp'] },
      { id: 'room.nextSqlStep', title: 'Next step with SQL', keys: ['Shift+ArrowDown'] },
      { id: 'room.previousSqlStep', title: 'Previous step with SQL', keys: ['Shift+ArrowUp'] },
      { id: 'room.find', title: 'Find in all steps, or in the document', keys: ['Mod+F'] },
      { id: 'room.firstSeen', title: 'Where a table, a literal or a clause first appears', keys: ['v f'] },
    ],
  },
  {
    screen: 'report',
    title: 'Report',
    keys: [
      { id: 'report.next', title: 'Next figure or table', keys: ['j'] },
      { id: 'report.previous', title: 'Previous figure or table', keys: ['k'] },
      { id: 'report.export', title: 'Export all…', keys: ['Mod+E'] },
    ],
  },
];
