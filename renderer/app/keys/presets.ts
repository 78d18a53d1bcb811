import type { KeyPreset } from '#shared/contract/desktop.ts';

type Preset = { readonly title: string; readonly note: string; readonly keys: Readonly<Record<string, readonly string[]>> };

/** Sets of keys to choose from. Each names only what it changes; digits are read by position and need no change. */
export const KEY_PRESETS: Record<KeyPreset, Preset> = {
  standard: { title: 'standard', note: 'Keys by their letters, digits by their position.', keys: {} },
  azerty: {
    title: 'AZERTY',
    note: 'What needs Shift or AltGr on a French keyboard gets a key that needs neither.',
    keys: {
      'room.filter': [':', '/'],
      'room.definitions': [';', '.'],
      'room.hideQueue': ['Mod+B'],
      'overview.search': [':', '/'],
      'start.filter': [':', '/'],
      'app.keys': [',', '?', 'F1'],
    },
  },
  left: {
    title: 'left hand',
    note: 'Moving and labelling by the left hand, the other one free: E D up and down, S F from system to system, Space is done.',
    keys: {
      'room.next': ['d'],
      'room.previous': ['e'],
      'room.nextSystem': ['f'],
      'room.previousSystem': ['s'],
      'room.nextUnlabelled': ['Shift+D'],
      'room.previousUnlabelled': ['Shift+E'],
      'room.done': ['Space', 'Enter'],
      'room.note': ['w', 'n'],
      'room.undecided': ['Shift+W', 'u'],
      'room.flag': ['Shift+F'],
      'room.filter': ['Shift+Q', '/'],
      'room.definitions': ['Shift+A', '.'],
      'room.schema': ['Shift+S'],
      'room.nextSqlDifference': ['v d'],
      'room.previousSqlDifference': ['v e'],
      'room.sideBySide': ['v s'],
      'room.folded': ['v f'],
      'room.formatted': ['v q'],
      'room.responsible.model': ['r w', 'r m'],
    },
  },
  right: {
    title: 'right hand',
    note: 'By the right hand and the number pad, whose digits set codes and whose Enter is done.',
    keys: {
      'room.skip': ['p', 'x'],
      'room.flag': ['o', 'f'],
      'room.labelSame': ['m', 'a'],
      'room.sql': ['Shift+I', 'q'],
      'room.trajectory': ['Shift+O', 't'],
      'room.schema': ['Shift+P', 's'],
      'room.nextSqlDifference': ['Shift+N', 'd'],
      'room.previousSqlDifference': ['Shift+M', 'Shift+D'],
      'room.nextDifference': ['Shift+L', 'c'],
      'room.previousDifference': ['Shift+H', 'Shift+C'],
      'room.responsible.model': ['; m', 'r m'],
      'room.responsible.gold': ['; h', 'r g'],
      'room.responsible.question': ['; u', 'r q'],
      'room.responsible.document': ['; i', 'r d'],
      'room.responsible.evaluator': ['; l', 'r e'],
      'room.responsible.environment': ['; n', 'r v'],
    },
  },
};
