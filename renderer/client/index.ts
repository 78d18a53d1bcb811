export {
  type Activity,
  cancelActivity,
  dismissActivity,
  isBusy,
  pauseActivity,
  resumeRunAndJudge,
  resumeVerification,
  startExecution,
  startGoldCheck,
  startImport,
  startJudging,
  startReport,
  startRunAndJudge,
  startVerification,
  useActivity,
} from './activity.ts';
export { type AssayMethod, type AssayParams, type AssayResult, assay, onRestarted, useConnection } from './assay.ts';
export { desktop, fileName } from './desktop.ts';
export { type Failure, failureOf, failureText } from './errors.ts';
export { copyOut, dismissHandOut, saveOut, useHandOut } from './hand-out.ts';
export { giveBackMemory } from './memory.ts';
export { go, type Place, type Screen, useNavigation } from './navigation.ts';
export { changeAnnotator, useProject } from './project.ts';
export { assayData, prefetchAssay, setAssayData, useAssay } from './queries.ts';
export {
  beforeSettling,
  type Change,
  changesPrepared,
  mayMoveOn,
  prepareChange,
  saveChange,
  useSaving,
} from './saving.ts';
export { useSettings } from './settings.ts';
export { useShownTheme } from './theme.ts';
