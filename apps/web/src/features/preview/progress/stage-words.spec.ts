import { mergeStatus } from '@dipper/client/testing';
import { type MergeStatus, STATUS_MESSAGES } from '@dipper/contract';
import { english } from '../../../testing/english.js';
import {
  mergeReducer,
  type MergeAtWork,
  newMerge,
} from '../../../entities/task/follow/merge.reducer.js';
import { stageWords } from './stage-words.js';

const t = english.getFixedT('en', 'preview');
const wordsOf = (status: Partial<MergeStatus>) =>
  stageWords(
    mergeReducer(newMerge(0), { type: 'reported', status: mergeStatus(status) }) as MergeAtWork,
    t,
    'MP3',
  );

it('uses the specified wording at the start', () => {
  expect(stageWords(newMerge(0), t)).toBe('Starting video processing...');
});

it.each<[Partial<MergeStatus>, string]>([
  [{ status: 'prepared', stage: null }, STATUS_MESSAGES.prepared],
  [{ status: 'queued', stage: 'queued' }, STATUS_MESSAGES.queued],
  [{ stage: 'queued' }, STATUS_MESSAGES.queued],
  [{ stage: 'video' }, STATUS_MESSAGES.video],
  [{ stage: 'audio' }, STATUS_MESSAGES.audio],
  [{ stage: 'merging' }, STATUS_MESSAGES.merging],
  [{ stage: 'checking' }, STATUS_MESSAGES.checking],
  [{ stage: 'merging', kind: 'convert' }, 'Converting to MP3...'],
  [{ stage: 'audio', kind: 'convert' }, STATUS_MESSAGES.audio],
  [{ stage: 'merging', kind: 'clip' }, 'Cutting the clip...'],
  [{ stage: 'merging', kind: 'subtitle' }, 'Preparing subtitles...'],
  [{ stage: 'merging', kind: 'of a newer server' }, STATUS_MESSAGES.merging],
  // Cases without a stage use the fallback.
  [{ stage: null }, 'Server sentence'],
])('describes %j as %j', (status, words) => {
  expect(wordsOf(status)).toBe(words);
});
