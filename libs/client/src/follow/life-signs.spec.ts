import type { MergeStatus } from '@dipper/contract';
import { mergeStatus } from '../testing/merge-status.js';
import { lifeSigns } from './life-signs.js';

it.each<[string, Partial<MergeStatus>, Partial<MergeStatus>, boolean]>([
  ['an unchanged status', {}, {}, false],
  ['a tenth of a percent more', {}, { progress: 10.1 }, true],
  ['lower progress', {}, { progress: 9 }, false],
  ['a different stage', {}, { stage: 'audio' }, true],
  ['a changing speed', { speed: 5000 }, { speed: 5001 }, true],
  ['the first speed', { speed: null }, { speed: 1 }, true],
  ['a constant speed', { speed: 5000 }, { speed: 5000 }, false],
  ['a speed of zero', { speed: 5000 }, { speed: 0 }, false],
  ['an unknown speed', { speed: 5000 }, { speed: null }, false],
  ['a different estimate of the time left', { eta_seconds: 9 }, { eta_seconds: 8 }, false],
  ['waiting in the queue', {}, { status: 'queued', progress: 0 }, true],
  ['a task whose start was lost', {}, { status: 'prepared', progress: 0 }, false],
])('decides whether %s is a sign of life: %j, then %j', (_, before, now, alive) => {
  const isAlive = lifeSigns(10);
  isAlive(mergeStatus(before));
  expect(isAlive(mergeStatus(now))).toBe(alive);
});
