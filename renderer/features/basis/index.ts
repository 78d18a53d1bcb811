export { type Basis, useBasis } from './basis.ts';
