export { VerificationCommands } from './VerificationCommands.tsx';
export { VerificationScreen } from './VerificationScreen.tsx';
