import { ApiFailure } from '@dipper/client';
import { ChunkLoadError } from '../../lib/browser/stale-build.js';
import { failureOf } from './find-formats.js';
import { failureWords, searchFailure } from './search-failure.js';
import { english } from '../../testing/english.js';

const again = { againInSeconds: 0 };

it('code of the search that has not loaded is a connection problem', async () => {
  const failure = await failureOf(new ChunkLoadError(new TypeError('gone')), english);
  expect(failure).toEqual(await failureWords(new ApiFailure('network'), english));
  expect(failure.step).toEqual(again);
});

describe('searchFailure', () => {
  it.each([
    [new ApiFailure('network'), { message: 'messages.error', offline: true, step: again }],
    [new TypeError('a mistake of ours'), { message: 'messages.error', step: again }],
    [new ApiFailure('unexpected'), { message: 'messages.unexpectedReply', step: again }],
    [
      new ApiFailure('http', { status: 502 }),
      {
        message: 'messages.failed',
        step: { ...again, opens: true, advises: true, code: 'EXTRACT_FAILED' },
      },
    ],
    [
      new ApiFailure('http', { status: 503, sentence: 'Busy.', retryAfterSeconds: 7 }),
      { said: { sentence: 'Busy.' }, step: { againInSeconds: 7 } },
    ],
    [
      new ApiFailure('http', { status: 429, sentence: 'A lot.', retryAfterSeconds: 1 }),
      { said: { sentence: 'A lot.' }, step: { againInSeconds: 1 } },
    ],
    [
      new ApiFailure('http', { status: 503, sentence: 'Busy.' }),
      { said: { sentence: 'Busy.' }, step: {} },
    ],
    [
      new ApiFailure('http', { sentence: 'It is private.', code: 'MEDIA_PRIVATE' }),
      { said: { sentence: 'It is private.' }, step: { opens: true, code: 'MEDIA_PRIVATE' } },
    ],
    [
      new ApiFailure('http', { sentence: 'Failed.', code: 'EXTRACT_FAILED' }),
      {
        said: { sentence: 'Failed.' },
        step: { ...again, opens: true, advises: true, code: 'EXTRACT_FAILED' },
      },
    ],
    [
      new ApiFailure('http', {
        status: 502,
        retryAfterSeconds: 90,
        sentence: 'Slower.',
        code: 'SOURCE_RATE_LIMITED',
      }),
      {
        said: { sentence: 'Slower.' },
        step: { againInSeconds: 90, opens: true, code: 'SOURCE_RATE_LIMITED' },
      },
    ],
    [
      new ApiFailure('http', { sentence: 'No.', code: 'ADDRESS_NOT_ALLOWED' }),
      { said: { sentence: 'No.' }, step: { code: 'ADDRESS_NOT_ALLOWED' } },
    ],
  ])('maps %s', (error, failure) => {
    expect(searchFailure(error)).toMatchObject(failure);
    expect(searchFailure(error).step).toEqual(failure.step);
  });
});
