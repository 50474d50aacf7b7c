import { english } from '../../../testing/english.js';
import { errorWords, type ServerError } from '../../../i18n/errors/error-words.js';
import { mergeFailureText } from './merge-failure-text.js';

const t = english.getFixedT('en', 'preview');
const said = (error: ServerError) => errorWords(error, english);
type Worded = Parameters<typeof mergeFailureText>[0];
const TIP = 'Try refreshing the homepage and selecting a different video quality.';
const server = (sentence: string, code: string | null = null): Worded => ({
  kind: 'server',
  sentence,
  code,
});

describe('mergeFailureText', () => {
  it.each<[Worded, string]>([
    [{ kind: 'no-start', againInSeconds: 0 }, 'Failed to start merge task'],
    [{ kind: 'start', sentence: 'Not known here.', againInSeconds: 0 }, 'Not known here.'],
    [server('It broke.'), 'It broke.'],
    [server(''), 'Video processing failed'],
    [server('Requested format is not available'), `Requested format is not available ${TIP}`],
    [server('This FORMAT is unavailable'), `This FORMAT is unavailable ${TIP}`],
    [server('Gone.', 'FORMAT_UNAVAILABLE'), `Gone. ${TIP}`],
    [server('❌ Requested format is not available'), '❌ Requested format is not available'],
    [server('The page is not available'), 'The page is not available'],
    [{ kind: 'timed-out' }, 'Video processing timed out'],
    [
      { kind: 'too-many-errors', reason: { kind: 'http', status: 502, text: 'Bad <Gateway>' } },
      'Too many consecutive polling errors: HTTP 502: Bad <Gateway>',
    ],
    [
      { kind: 'too-many-errors', reason: { kind: 'network' } },
      'Too many consecutive polling errors: no connection',
    ],
    [
      { kind: 'too-many-errors', reason: { kind: 'unexpected' } },
      'Too many consecutive polling errors: unreadable response',
    ],
  ])('returns the message for %j', (failure, text) => {
    expect(mergeFailureText(failure, t, said)).toBe(text);
  });

  it('suggests downloading again if the file is gone', () => {
    expect(mergeFailureText({ kind: 'file-gone' }, t, said)).toMatch(
      /no longer available.*try downloading/i,
    );
  });
});
