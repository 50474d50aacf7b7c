import type http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { media, RelayWorld, settled } from './relay-world.contract.js';

const HUGE = 256 * 1024 * 1024;
const piece = media.subarray(0, 65_536);

describe('RelayService with a visitor who leaves', () => {
  const world = new RelayWorld(HUGE);
  let left: boolean;
  let sent: number;
  beforeAll(() => world.open());
  afterAll(() => world.close());
  beforeEach(() => {
    world.reset();
    [left, sent] = [false, 0];
  });

  /** A source of 256 MB that sends what is taken. */
  function flowing(_request: http.IncomingMessage, response: http.ServerResponse): void {
    response.once('close', () => (left = true));
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': HUGE });
    const more = (): void => {
      do {
        sent += piece.length;
      } while (sent < HUGE && !response.destroyed && response.write(piece));
    };
    response.on('drain', more);
    more();
  }

  /** A source that stops after its first byte. */
  function silent(_request: http.IncomingMessage, response: http.ServerResponse): void {
    response.once('close', () => (left = true));
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': HUGE }).write('x');
  }

  it.each([
    ['while bytes come', flowing],
    ['while the source is silent', silent],
  ])('%s ends the request to the source within a second', async (_case, source) => {
    world.handler = source;
    const visitor = new AbortController();
    const reply = await world.ask('/v', { signal: visitor.signal });
    await reply.body?.getReader().read();
    visitor.abort();
    expect(await settled(() => left && world.outcomes[0] === 'done')).toBe(true);
    expect(world.seen).toHaveLength(1);
  });

  it('before the source has answered, too', async () => {
    world.handler = (_request, response) => response.once('close', () => (left = true));
    const visitor = new AbortController();
    const asked = world.ask('/v', { signal: visitor.signal });
    expect(await settled(() => world.seen.length === 1)).toBe(true);
    visitor.abort();
    await expect(asked).rejects.toThrow();
    expect(await settled(() => left && world.outcomes[0] === 'done')).toBe(true);
  });

  it('but only pauses holds the source back: nothing piles up here', async () => {
    world.handler = flowing;
    const visitor = new AbortController();
    const reply = await world.ask('/v', { signal: visitor.signal });
    await reply.body?.getReader().read();
    let before = -1;
    while (sent !== before) {
      before = sent;
      await delay(200);
    }
    visitor.abort();
    // What the connections' own buffers took.
    expect(sent).toBeLessThan(HUGE / 4);
  });
});
