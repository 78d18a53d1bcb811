export { CommandKeys, isTextField, usePendingKeys } from './CommandKeys.tsx';
export { KeyHint } from './KeyHint.tsx';
export { isMac, isModifier, keyCaps, keysInWords, keyText, parseKeys, pressOf } from './keys.ts';
export { type Bindings, COMMAND_GROUPS, type Command, type CommandGroup } from './registry.ts';
export {
  beforeCommands,
  bindKeys,
  runCommand,
  useAllCommands,
  useCommand,
  useCommandList,
  useCommands,
  useKeyOf,
} from './useCommands.ts';
export { dropWaiting, holdCommands } from './waiting.ts';
