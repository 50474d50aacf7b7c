import { mergeStatus, TASK_ID } from '@dipper/client/testing';
import { type MergeStatus, mergeStageSchema } from '@dipper/contract';
import { PSEUDO_LONG } from '@dipper/site';
import { loadTexts } from '../../../i18n/catalogue.js';
import { createI18n, type I18n } from '../../../i18n/create-i18n.js';
import { plainEnglish } from '../../../testing/plain-english.js';
import { renderAt } from '../../../testing/render-at.js';
import {
  type Merge,
  type MergeEvent,
  mergeReducer,
  newMerge,
} from '../../../entities/task/follow/merge.reducer.js';
import { PreviewScreen } from '../preview-screen.js';
import type { RunningMerge } from '../../../entities/task/follow/use-merge.js';

let mockRunning: RunningMerge;
/** Mocked, because this spec only tests the wording. */
jest.mock('../../../entities/task/follow/use-merge.js', () => ({ useMerge: () => mockRunning }));

const ADDRESS = `/preview?task_id=${TASK_ID}&video_format_id=v&audio_format_id=a&title=%CE%A4&source_url=https%3A%2F%2Fexample.org%2F1`;
const nothing = () => undefined;

let texts: I18n;
beforeAll(async () => {
  const all = ['common', 'preview', 'search', 'errors'] as const;
  texts = createI18n(PSEUDO_LONG, await loadTexts(PSEUDO_LONG, all));
});

function englishIn(merge: Merge, more: Partial<RunningMerge> = {}, query = ''): string[] {
  mockRunning = {
    merge,
    offline: false,
    cancelling: 'idle',
    cancel: nothing,
    retry: nothing,
    takeAnyway: nothing,
    ...more,
  };
  renderAt(`${ADDRESS}${query}`, <PreviewScreen />, undefined, texts);
  return [...plainEnglish(document.body), ...plainEnglish(document.head)];
}

const after = (event: MergeEvent) => mergeReducer(newMerge(0), event);
const told = (status: Partial<MergeStatus>) =>
  after({ type: 'reported', status: mergeStatus(status) });
const DAMAGE = [{ from_seconds: 3, to_seconds: 5 }];
const MANY = Array.from({ length: 5 }, (_, at) => ({ from_seconds: at, to_seconds: null }));
const error = (code: string | null, values: MergeStatus['error_values'] = null) =>
  told({ status: 'error', message: 'English.', error_code: code, error_values: values });
const failed = (failure: Extract<MergeEvent, { type: 'failed' }>['failure']) =>
  after({ type: 'failed', failure });

describe('a merge in a pseudo-language shows no English', () => {
  it.each<[string, Merge]>([
    ['before it starts', newMerge(0)],
    ['next in line', told({ status: 'queued', stage: 'queued', queue_position: 1 })],
    ['in line', told({ status: 'queued', stage: 'queued', queue_position: 4 })],
    ['prepared', told({ status: 'prepared', stage: null })],
    ...mergeStageSchema.options.map((stage): [string, Merge] => [
      `in the stage ${stage}`,
      told({
        stage,
        speed: 2e6,
        eta_seconds: 90,
        actual_sizes: { combined_streams: 1e6, final_file: null },
      }),
    ]),
    ['complete', told({ status: 'complete', expires_in_seconds: 7000 })],
    ['nearly gone', told({ status: 'complete', expires_in_seconds: 200 })],
    ['gone', told({ status: 'complete', expires_in_seconds: 0 })],
    ['complete and damaged', told({ status: 'complete', expires_in_seconds: 60, damage: DAMAGE })],
    ['damaged in many places', told({ status: 'complete', damage: MANY, expires_in_seconds: 60 })],
    ['damaged somewhere', told({ status: 'complete', damage: [], expires_in_seconds: 60 })],
    ['cancelled', told({ status: 'cancelled' })],
    ['refused for its damage', { ...error('SOURCE_DAMAGED'), damage: DAMAGE }],
    ['without its format', error('FORMAT_UNAVAILABLE')],
    ['too large', error('FILE_TOO_LARGE', { bytes: 4e9 })],
    ['too long', error('MEDIA_TOO_LONG', { hours: 1 })],
    ['not started', failed({ kind: 'no-start', againInSeconds: 0 })],
    [
      'not started because too many are waiting',
      failed({
        kind: 'start',
        sentence: 'English.',
        code: 'TOO_MANY_WAITING',
        values: { count: 3 },
        againInSeconds: 20,
      }),
    ],
    ['unknown', failed({ kind: 'unknown-task', sentence: 'English.', code: 'TASK_UNKNOWN' })],
    ['expired', failed({ kind: 'expired' })],
    ['timed out', failed({ kind: 'timed-out' })],
    ['without its file', failed({ kind: 'file-gone' })],
    ['without a connection', failed({ kind: 'too-many-errors', reason: { kind: 'network' } })],
    [
      'with replies that make no sense',
      failed({ kind: 'too-many-errors', reason: { kind: 'unexpected' } }),
    ],
    [
      'without a reply',
      failed({
        kind: 'too-many-errors',
        reason: { kind: 'http', status: 500, text: 'English', code: 'INTERNAL' },
      }),
    ],
  ])('when %s', (_, merge) => {
    for (const query of ['', '&is_audio=true']) {
      expect(englishIn(merge, {}, query)).toEqual([]);
    }
  });

  it.each(['asked', 'noAnswer', 'busy', 'failed', 'restarted'] as const)(
    'when cancelling: %s',
    (cancelling) => expect(englishIn(told({}), { cancelling })).toEqual([]),
  );

  it("shows the server's message if it has no code", () => {
    expect(englishIn(error(null))).toEqual(['English.']);
  });
});
