import dns, { type LookupAddress } from 'node:dns';
import { isIP } from 'node:net';

/**
 * Makes each DNS lookup return these addresses. Several lists are used in turn. @returns the spy
 */
export function answerLookups(...answers: string[][]): jest.SpyInstance {
  let turn = 0;
  return jest.spyOn(dns, 'lookup').mockImplementation(((
    _host: string,
    _options: unknown,
    done: (error: null, found: LookupAddress[]) => void,
  ) => {
    const answer = answers[turn++ % answers.length] ?? [];
    done(
      null,
      answer.map((address) => ({ address, family: isIP(address) })),
    );
  }) as typeof dns.lookup);
}
