import type { SearchUpdate } from '@dipper/client';
import type { SearchHint } from '@dipper/contract';
import { format, videoInfo } from '../../testing/fixtures.js';
import {
  IDLE,
  type SearchEvent,
  searchReducer,
  type SearchSoFar,
  type SearchState,
} from './search.reducer.js';

type Updated = Extract<SearchEvent, { type: 'updated' }>;

const info = videoInfo();
const loading: SearchSoFar = { phase: 'loading', link: 'a', hint: null, line: null };
const found: Updated = { type: 'updated', link: 'a', update: { type: 'result', info } };
const updated = (update: SearchUpdate): Updated => ({ type: 'updated', link: 'a', update });
const hint: SearchHint = {
  type: 'hint',
  platform: 'Vimeo',
  title: 'T',
  thumbnail_url: null,
  thumbnail_grant: null,
  uploader: null,
};
const third = { place: 3, seconds: 8 };
const second = { place: 2, seconds: 5 };
const failed = {
  phase: 'error',
  error: 'no',
  failed: { link: 'a', text: 'see a', step: {} },
} as const;
const error: SearchState = { phase: 'error', error: 'no' };
const result = { phase: 'result', link: 'a', info, isNew: true, asksSizes: true } as const;

const inLine = (place: { place: number; seconds: number }): SearchSoFar => ({
  ...loading,
  line: { ...place, first: place },
});
const two = videoInfo({ formats: [format(), format({ format_id: 'f2', filesize: null })] });
const sizes: SearchUpdate = {
  type: 'sizes',
  sizes: [
    { at: 1, filesize: 5, filesize_approx: true },
    { at: 99, filesize: 7, filesize_approx: false },
  ],
};

const read = {
  ...{ resolution: '720p', quality: '720p', label: '720p MP4' },
  ...{ filename: 'a.mp4', filesize: 5, filesize_approx: false },
};
const facts: Extract<SearchUpdate, { type: 'facts' }> = {
  ...{ type: 'facts', duration: 20 },
  formats: [{ at: 1, ...read }],
};

describe('searchReducer', () => {
  it.each<[string, SearchState, SearchEvent, SearchState]>([
    ['starts loading', IDLE, { type: 'submitted', link: 'a' }, loading],
    ['shows the result', loading, found, result],
    [
      'shows a failure',
      loading,
      { type: 'failed', link: 'a', text: 'see a', error: 'no', step: {} },
      failed,
    ],
    [
      'remembers when a failed search can be retried',
      loading,
      { type: 'failed', link: 'a', text: 'see a', error: 'no', step: { againInSeconds: 5 } },
      { ...failed, failed: { link: 'a', text: 'see a', step: { againInSeconds: 5 } } },
    ],
    ['ignores a result that arrives late', loading, { ...found, link: 'b' }, loading],
    [
      'ignores a failure that arrives late',
      loading,
      { type: 'failed', link: 'b', text: 'b', error: 'no', step: {} },
      loading,
    ],
    ['ignores a result that arrives after clearing', IDLE, found, IDLE],
    ['shows the queue position', loading, updated({ type: 'waiting', ...third }), inLine(third)],
    [
      'moves up in line and remembers the first position',
      inLine(third),
      updated({ type: 'waiting', ...second }),
      { ...loading, line: { ...second, first: third } },
    ],
    ['leaves the queue', inLine(third), updated({ type: 'reading' }), loading],
    ['shows a hint', inLine(third), updated(hint), { ...inLine(third), hint }],
    ['ignores updates that arrive late', loading, { ...updated(hint), link: 'b' }, loading],
    ['ignores updates after an error', error, updated(hint), error],
    ['ignores updates after the result', result, updated(hint), result],
    ['ignores sizes before the result', loading, updated(sizes), loading],
    [
      'adds sizes to existing formats',
      { ...result, info: two },
      updated(sizes),
      {
        ...result,
        info: {
          ...two,
          formats: [format(), format({ format_id: 'f2', filesize: 5, filesize_approx: true })],
        },
      },
    ],
    ['ignores facts before the result', loading, updated(facts), loading],
    [
      'adds the facts of a file to its format and its item',
      { ...result, info: { ...two, duration: null } },
      updated(facts),
      {
        ...result,
        info: {
          ...two,
          duration: 20,
          formats: [format(), format({ format_id: 'f2', ...read })],
        },
      },
    ],
    [
      'keeps a duration that the page states',
      { ...result, info: two },
      updated({ ...facts, formats: [] }),
      { ...result, info: two },
    ],
    [
      'stops waiting for sizes at the end',
      result,
      { type: 'ended', link: 'a' },
      { ...result, asksSizes: false },
    ],
    ['ignores the end of another search', result, { type: 'ended', link: 'b' }, result],
    ['rejects invalid text', IDLE, { type: 'refused', error: 'no' }, error],
    ['drops the error when the visitor types', error, { type: 'typed' }, IDLE],
    ['keeps the result when the visitor types', result, { type: 'typed' }, result],
    ['clears the result', result, { type: 'cleared' }, IDLE],
    ['searches again', result, { type: 'submitted', link: 'a' }, loading],
  ])('%s', (_case, before, event, after) => {
    expect(searchReducer(before, event)).toEqual(after);
  });
});
