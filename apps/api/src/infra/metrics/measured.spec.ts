import { DomainError } from '../errors/domain-error.js';
import { VisitorLeft } from '../limits/visitor.js';
import { measured, type WorkOutcome, workOutcomeOf } from './measured.js';

describe('workOutcomeOf', () => {
  const cases: [thrown: unknown, outcome: WorkOutcome][] = [
    [new DomainError('MEDIA_PRIVATE'), 'unavailable'],
    [new DomainError('UNSUPPORTED_SITE'), 'unavailable'],
    [new DomainError('URL_REQUIRED'), 'refused'],
    [new DomainError('MEDIA_NOT_GRANTED'), 'refused'],
    [new DomainError('BUSY'), 'busy'],
    [new DomainError('RATE_LIMITED', { values: { seconds: 1 } }), 'busy'],
    [new DomainError('SOURCE_BLOCKED'), 'failed'],
    [new DomainError('EXTRACT_FAILED'), 'failed'],
    [new Error('a bug'), 'failed'],
    [null, 'failed'],
    [new VisitorLeft(), 'left'],
    [new DOMException('aborted', 'AbortError'), 'left'],
  ];

  it.each(cases)('calls %s %s', (thrown, outcome) => {
    expect(workOutcomeOf(thrown)).toBe(outcome);
  });
});

describe('measured', () => {
  it('passes on the result or the error, and reports each once', async () => {
    const ends: string[] = [];
    const end = (outcome: WorkOutcome, seconds: number): void => {
      ends.push(`${outcome} ${seconds >= 0}`);
    };
    await expect(measured(() => Promise.resolve('found'), end)).resolves.toBe('found');
    const error = new DomainError('BUSY');
    await expect(measured(() => Promise.reject(error), end)).rejects.toBe(error);
    expect(ends).toEqual(['ok true', 'busy true']);
  });
});
