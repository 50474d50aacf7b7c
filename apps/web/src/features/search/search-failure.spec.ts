import { ApiFailure } from '../../lib/api-failure.js';
import { MissingPart } from '../../lib/stale-build.js';
import { searchFailure } from './search-failure.js';

describe('searchFailure', () => {
  it.each([
    [new ApiFailure('network'), { message: 'search.error', offline: true }],
    [new MissingPart(new TypeError('gone')), { message: 'search.error', offline: true }],
    [new TypeError('a mistake of ours'), { message: 'search.error' }],
    [new ApiFailure('unexpected'), { message: 'search.unexpectedReply' }],
    [new ApiFailure('http', { status: 502 }), { message: 'search.failed' }],
    [
      new ApiFailure('http', { status: 503, sentence: 'Busy.', retryAfterSeconds: 7 }),
      { sentence: 'Busy.', againInSeconds: 7 },
    ],
    [
      new ApiFailure('http', { status: 429, sentence: 'A lot.', retryAfterSeconds: 1 }),
      { sentence: 'A lot.', againInSeconds: 1 },
    ],
    [new ApiFailure('http', { status: 503, sentence: 'Busy.' }), { sentence: 'Busy.' }],
    [new ApiFailure('http', { sentence: 'It is private.' }), { sentence: 'It is private.' }],
  ])('%s', (error, failure) => {
    expect(searchFailure(error)).toEqual(failure);
  });
});
