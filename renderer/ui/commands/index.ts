export { CommandKeys, isTextField, usePendingKeys } from './CommandKeys.tsx';
export { KeyHint } from './KeyHint.tsx';
export { isMac, keyCaps, parseKeys } from './keys.ts';
export { COMMAND_GROUPS, type Command, type CommandGroup } from './registry.ts';
export { runCommand, useCommand, useCommandList, useCommands } from './useCommands.ts';
