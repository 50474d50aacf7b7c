import { mergeStatus } from '@dipper/client/testing';
import type { MergeStatus } from '@dipper/contract';
import { english } from '../../../testing/english.js';
import {
  mergeReducer,
  type MergeAtWork,
  newMerge,
} from '../../../entities/task/follow/merge.reducer.js';
import { nextWords } from './next-words.js';

const t = english.getFixedT('en', 'preview');
const steps: MergeStatus['steps'] = (['video', 'audio', 'merging', 'checking'] as const).map(
  (stage) => ({ stage, share: 0.25 }),
);

it.each<[Partial<MergeStatus>, string]>([
  [{ stage: 'video' }, 'Next: Audio\u00a0· Combine\u00a0· Verify'],
  [{ stage: 'audio' }, 'Next: Combine\u00a0· Verify'],
  [{ stage: 'merging' }, 'Next: Verify'],
  [{ stage: 'checking' }, ''],
  [{ stage: 'audio', kind: 'convert' }, 'Next: Convert\u00a0· Verify'],
  [
    { stage: 'video', steps: steps.filter(({ stage }) => stage !== 'audio') },
    'Next: Combine\u00a0· Verify',
  ],
  [{ stage: 'video', steps: null }, ''],
  [{ stage: 'merging', steps: [] }, ''],
  [{ status: 'queued', stage: 'queued' }, ''],
  [{ stage: null }, ''],
])('lists the steps after %j', (status, words) => {
  const event = { type: 'reported', status: mergeStatus({ steps, ...status }) } as const;
  expect(nextWords(mergeReducer(newMerge(0), event) as MergeAtWork, t)).toBe(words);
});
