import { videoInfo } from '../../testing/fixtures.js';
import { IDLE, type SearchEvent, searchReducer, type SearchState } from './search.reducer.js';

const info = videoInfo();
const loading: SearchState = { phase: 'loading', link: 'a' };
const error: SearchState = { phase: 'error', error: 'no' };
const result: SearchState = { phase: 'result', link: 'a', info, isNew: true };

describe('searchReducer', () => {
  it.each<[string, SearchState, SearchEvent, SearchState]>([
    ['asks', IDLE, { type: 'submitted', link: 'a' }, loading],
    ['finds', loading, { type: 'found', link: 'a', info }, result],
    ['fails', loading, { type: 'failed', link: 'a', error: 'no' }, error],
    [
      'may be tried again',
      loading,
      { type: 'failed', link: 'a', error: 'no', again: { text: 'a', seconds: 5 } },
      { phase: 'error', error: 'no', again: { text: 'a', seconds: 5 } },
    ],
    ['ignores a late result', loading, { type: 'found', link: 'b', info }, loading],
    ['ignores a late failure', loading, { type: 'failed', link: 'b', error: 'no' }, loading],
    ['ignores a result after clearing', IDLE, { type: 'found', link: 'a', info }, IDLE],
    ['refuses bad text', IDLE, { type: 'refused', error: 'no' }, error],
    ['drops the error on typing', error, { type: 'typed' }, IDLE],
    ['keeps the result on typing', result, { type: 'typed' }, result],
    ['clears', result, { type: 'cleared' }, IDLE],
    ['asks again', result, { type: 'submitted', link: 'a' }, loading],
  ])('%s', (_case, before, event, after) => {
    expect(searchReducer(before, event)).toEqual(after);
  });
});
