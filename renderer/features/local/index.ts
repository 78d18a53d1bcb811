export { LocalCommands } from './LocalCommands.tsx';
