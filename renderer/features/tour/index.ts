export { startTour } from './start.ts';
export { Tour } from './Tour.tsx';
