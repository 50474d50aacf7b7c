import type { MergeStatus } from '@dipper/contract';
import { mergeStatus } from '../../../testing/fixtures.js';
import { lifeSigns } from './life-signs.js';

it.each<[string, Partial<MergeStatus>, Partial<MergeStatus>, boolean]>([
  ['nothing new', {}, {}, false],
  ['a tenth of a percent', {}, { progress: 10.1 }, true],
  ['less progress', {}, { progress: 9 }, false],
  ['another stage', {}, { stage: 'audio' }, true],
  ['bytes that arrive', { speed: 5000 }, { speed: 5001 }, true],
  ['the first bytes', { speed: null }, { speed: 1 }, true],
  ['the speed of a dead run', { speed: 5000 }, { speed: 5000 }, false],
  ['no bytes any more', { speed: 5000 }, { speed: 0 }, false],
  ['a speed that is unknown', { speed: 5000 }, { speed: null }, false],
  ['another time left', { eta_seconds: 9 }, { eta_seconds: 8 }, false],
  ['a wait in line', {}, { status: 'queued', progress: 0 }, true],
  ['a lost start', {}, { status: 'prepared', progress: 0 }, false],
])('%s after one look: %j then %j', (_, before, now, alive) => {
  const isAlive = lifeSigns(10);
  isAlive(mergeStatus(before));
  expect(isAlive(mergeStatus(now))).toBe(alive);
});
