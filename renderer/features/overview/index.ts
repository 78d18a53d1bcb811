export { type Basis, useBasis } from './basis.ts';
export { NotYet } from './NotYet.tsx';
export { OverviewScreen } from './OverviewScreen.tsx';
