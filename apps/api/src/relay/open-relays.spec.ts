import { DomainError } from '../infra/errors/domain-error.js';
import { waitUntil } from '../infra/testing/wait-until.js';
import { MOST_OPEN, OpenRelays } from './open-relays.js';
import { MAX, RelayWorld } from './testing/relay-world.js';

describe('OpenRelays', () => {
  it('counts each visitor and each host separately', () => {
    const relays = new OpenRelays();
    const add = (visitor: string, url: string): (() => void) => relays.add(visitor, url);
    const ends = Array.from({ length: MOST_OPEN }, (_, at) => add('a', `https://one.test/${at}`));
    const next = (): (() => void) => add('a', 'https://one.test/next');
    expect(next).toThrow(new DomainError('RATE_LIMITED', { retryAfterSeconds: 10 }));
    expect(() => add('b', 'https://one.test/')).not.toThrow();
    expect(() => add('a', 'https://two.test/')).not.toThrow();
    ends[0]?.();
    expect(next).not.toThrow();
    expect(next).toThrow();
  });
});

describe.each([
  ['on', 'RATE_LIMITED'],
  ['off', 'video/mp4'],
] as const)('RelayService with rate limits %s', (rateLimit, beyond) => {
  const world = new RelayWorld(MAX, null, rateLimit);
  beforeAll(() => world.open());
  afterAll(() => world.close());
  beforeEach(() => world.reset());

  it('limits the replies from one host that a visitor holds open', async () => {
    world.handler = (_, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 9 }).write('x');
    };
    const leaving = Array.from({ length: MOST_OPEN }, () => new AbortController());
    const over = new AbortController();
    const { signal } = over;
    const about = async (reply: Response): Promise<string | null> =>
      reply.status === 429 ? reply.text() : reply.headers.get('content-type');
    const ask = async (more = ''): Promise<string | null> =>
      about(await world.ask('/v', { signal }, more));
    await Promise.all(leaving.map((one) => world.ask('/v', { signal: one.signal })));
    expect([await ask(), await ask('&yields=1')]).toEqual([beyond, 'video/mp4']);
    leaving[0]?.abort();
    await waitUntil(async () => (await ask()) === 'video/mp4', 'room for another');
    [...leaving, over].forEach((one) => one.abort());
  });
});
