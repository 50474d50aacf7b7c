import type { MergeStep } from '@dipper/contract';
import { stepDone } from './merge-steps.js';

const STEPS: readonly MergeStep[] = [
  { stage: 'video', share: 0.8 },
  { stage: 'audio', share: 0.1 },
  { stage: 'merging', share: 0.1 },
];

it.each([
  [0, 0, 0],
  [16, 0, 0.2],
  [80, 0, 1],
  [16, 1, 0],
  [85, 1, 0.5],
  [100, 2, 1],
  [50, 7, 0],
])('when the task is at %d%%, the progress of step %d is %d', (progress, index, done) => {
  expect(stepDone(STEPS, index, progress)).toBeCloseTo(done);
});
