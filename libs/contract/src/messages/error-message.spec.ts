import { errorReplySchema } from '../http/error.js';
import { errorDefinition, errorMessage, errorReply, errorValues } from './error-message.js';
import { type ErrorCode, ERRORS } from './errors.js';

const CODES = Object.keys(ERRORS) as ErrorCode[];

describe('errorMessage', () => {
  it.each<[ErrorCode, number, string]>([
    ['MEDIA_TOO_LONG', 1, 'longer than 1 hour, the most'],
    ['MEDIA_TOO_LONG', 2, 'longer than 2 hours, the most'],
    ['MEDIA_TOO_LONG', 0.5, 'longer than 0.5 hours, the most'],
    ['TOO_MANY_WAITING', 1, 'have 1 download waiting. Let it finish'],
    ['TOO_MANY_WAITING', 50, 'have 50 downloads waiting. Let some of them finish'],
    ['FILE_TOO_LARGE', 4 * 1024 ** 3, 'larger than 4.0 GB, the most'],
    ['FILE_TOO_LARGE', 1, 'larger than 1 B, the most'],
    ['RATE_LIMITED', 1, 'Try again in 1 s.'],
    ['BUSY', 10, 'Try again in 10 s.'],
    ['DISK_FULL', 1, ERRORS.DISK_FULL.message],
  ])('for %s with %d contains %j', (code, value, part) => {
    const { value: name = 'count' } = errorDefinition(code);
    expect(errorMessage(code, { [name]: value })).toContain(part);
  });

  it.each<Record<string, number>>([{}, { seconds: 1, hours: 1, bytes: 1, count: 1 }])(
    'leaves no placeholder in any message when given %j',
    (known) => {
      const messages = CODES.map((code) => errorMessage(code, known));
      expect(messages.filter((message) => message.includes('{{'))).toEqual([]);
    },
  );
});

describe('errorDefinition', () => {
  it('has a value if and only if the messages have a placeholder for it', () => {
    const sentences = CODES.flatMap((code) => {
      const { value, message, messageForOne = message } = errorDefinition(code);
      return [message, messageForOne].map((sentence) => ({ code, value, sentence }));
    });
    const wrong = sentences.filter(({ value, sentence }) => {
      const names = [...sentence.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
      return names.join() !== (value ?? '');
    });
    expect(wrong).toEqual([]);
  });
});

describe('errorValues', () => {
  it.each<[ErrorCode, Record<string, number>, Record<string, number> | undefined]>([
    ['FILE_TOO_LARGE', { bytes: 5, seconds: 1 }, { bytes: 5 }],
    ['BUSY', { seconds: 0 }, { seconds: 0 }],
    ['BUSY', {}, undefined],
    ['BUSY', { seconds: NaN }, undefined],
    ['MEDIA_TOO_LONG', { hours: Infinity }, undefined],
    ['DISK_FULL', { seconds: 10 }, undefined],
  ])('for %s and %j is %j', (code, known, values) => {
    expect(errorValues(code, known)).toEqual(values);
    const reply = errorReply(code, known);
    expect('values' in reply).toBe(values !== undefined);
    expect(errorReplySchema.parse(JSON.parse(JSON.stringify(reply)))).toEqual(reply);
  });
});
