export { RoomScreen } from './RoomScreen.tsx';
export { undoFromElsewhere } from './undo.ts';
