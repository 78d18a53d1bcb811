export { SampleScreen } from './SampleScreen.tsx';
