import type { RefObject } from 'react';
import { useCommands } from '../../ui/commands/index.ts';

/** One key looks for text in whichever pane can: the focus goes to its field. */
export function useFindCommand(field: RefObject<HTMLInputElement | null>): void {
  useCommands([
    {
      id: 'room.find',
      title: 'Find in all steps, or in the document',
      group: 'Look',
      keys: ['Mod+F'],
      run: () => field.current?.focus(),
    },
  ]);
}
