import type { Screen } from '../client/index.ts';

/** A key of a screen, for the sheet of keys while another screen is shown. */
export type ScreenKey = { readonly title: string; readonly keys: readonly string[] };

/** The keys that only work on their screen, in the order of the work. A test holds them against the screens' commands. */
export const SCREEN_KEYS: readonly {
  readonly screen: Screen;
  readonly title: string;
  readonly keys: readonly ScreenKey[];
  readonly note?: string;
}[] = [
  {
    screen: 'import',
    title: 'Import',
    keys: [
      { title: 'Choose a folder…', keys: ['f'] },
      { title: 'Choose files…', keys: ['i'] },
      { title: 'Next part', keys: ['ArrowDown', 'j'] },
      { title: 'Previous part', keys: ['ArrowUp', 'k'] },
      { title: 'Take or leave the part', keys: ['Space'] },
      { title: 'Import', keys: ['Enter'] },
    ],
  },
  {
    screen: 'overview',
    title: 'Overview',
    keys: [
      { title: 'Search instances', keys: ['/'] },
      { title: 'Go to the verdict matrix', keys: ['m'] },
      { title: 'Show all instances', keys: ['Escape'] },
    ],
  },
  {
    screen: 'sample',
    title: 'Strata & sample',
    keys: [
      { title: 'Move the chosen system', keys: ['m'] },
      { title: 'Draw the sample', keys: ['Mod+Enter'] },
    ],
  },
  {
    screen: 'room',
    title: 'Label',
    note: 'Digits set a code, with Shift the primary one. R then a letter says who is responsible, R then a digit how sure you are.',
    keys: [
      { title: 'Next instance', keys: ['j'] },
      { title: 'Previous instance', keys: ['k'] },
      { title: 'Next system', keys: ['l'] },
      { title: 'Previous system', keys: ['h'] },
      { title: 'Next unlabelled instance', keys: ['Shift+J'] },
      { title: 'Previous unlabelled instance', keys: ['Shift+K'] },
      { title: 'Filter the queue', keys: ['/'] },
      { title: 'Definitions of the codes', keys: ['.'] },
      { title: 'Write a note', keys: ['n'] },
      { title: 'Label all with the same wrong result', keys: ['a'] },
      { title: 'Done, next to label', keys: ['Enter'] },
      { title: 'Cannot decide', keys: ['u'] },
      { title: 'Skip', keys: ['x'] },
      { title: 'Flag, or take the flag away', keys: ['f'] },
      { title: 'Open the item again', keys: ['Shift+U'] },
      { title: 'SQL and results', keys: ['q'] },
      { title: 'Trajectory', keys: ['t'] },
      { title: 'Schema', keys: ['s'] },
      { title: 'Next difference in the SQL', keys: ['d'] },
      { title: 'Previous difference in the SQL', keys: ['Shift+D'] },
      { title: 'Next row that differs', keys: ['c'] },
      { title: 'Previous row that differs', keys: ['Shift+C'] },
      { title: 'Diff side by side or inline', keys: ['w'] },
      { title: 'SQL formatted or as written', keys: ['y'] },
      { title: 'Fold or unfold equal lines', keys: ['Shift+W'] },
      { title: 'Hide equal rows', keys: ['v r'] },
      { title: 'Hide equal columns', keys: ['v c'] },
      { title: 'Copy the row as TSV', keys: ['Shift+Y'] },
      { title: 'Fold or unfold the instruction and external knowledge', keys: ['i'] },
      { title: 'One pane fills the centre', keys: ['z'] },
      { title: 'Hide the queue', keys: ['Mod+\\'] },
      { title: 'Next step', keys: ['ArrowDown'] },
      { title: 'Previous step', keys: ['ArrowUp'] },
      { title: 'Next step with SQL', keys: ['Shift+ArrowDown'] },
      { title: 'Previous step with SQL', keys: ['Shift+ArrowUp'] },
      { title: 'Find in all steps', keys: ['Mod+F'] },
    ],
  },
  {
    screen: 'report',
    title: 'Report',
    keys: [
      { title: 'Next figure or table', keys: ['j'] },
      { title: 'Previous figure or table', keys: ['k'] },
      { title: 'Export all…', keys: ['Mod+E'] },
    ],
  },
];
