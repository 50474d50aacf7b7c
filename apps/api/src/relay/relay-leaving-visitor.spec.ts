import { waitUntil } from '../infra/testing/wait-until.js';
import { type Handler, media, RelayWorld } from './testing/relay-world.js';

/** Several times the capacity of all connection buffers. */
const HUGE = 96 * 1024 * 1024;
const piece = media.subarray(0, 65_536);
/**
 * Half of the source's silence timeout. A request that ends within this time was aborted and did
 * not time out.
 */
const AT_ONCE_MS = 10_000;

describe('RelayService with a visitor who leaves', () => {
  const world = new RelayWorld(HUGE);
  let left: boolean;
  beforeAll(() => world.open());
  afterAll(() => world.close());
  beforeEach(() => {
    world.reset();
    left = false;
  });

  /**
   * A source that sends data as fast as it is read. @param onSent called with the size of each
   * chunk
   */
  const flowing =
    (onSent: (bytes: number) => void): Handler =>
    (_request, response) => {
      response.once('close', () => (left = true));
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': HUGE });
      let sent = 0;
      const more = (): void => {
        let isTaken = true;
        while (isTaken && sent < HUGE && !response.destroyed) {
          isTaken = response.write(piece);
          sent += piece.length;
          onSent(piece.length);
        }
      };
      response.on('drain', more);
      more();
    };

  /** A source that stops after its first byte. */
  const silent: Handler = (_request, response) => {
    response.once('close', () => (left = true));
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': HUGE }).write('x');
  };

  const isOver = (): boolean => left && world.outcomes[0] === 'done';

  it.each([
    ['while bytes arrive', flowing(() => undefined)],
    ['while the source is silent', silent],
  ])('aborts the request to the source immediately: %s', async (_case, source) => {
    world.handler = source;
    const visitor = new AbortController();
    const reply = await world.ask('/v', { signal: visitor.signal });
    await reply.body?.getReader().read();
    const leaving = performance.now();
    visitor.abort();
    await waitUntil(isOver, 'the end of the request to the source');
    expect(performance.now() - leaving).toBeLessThan(AT_ONCE_MS);
    expect(world.seen).toHaveLength(1);
  });

  it('also aborts before the source has responded', async () => {
    world.handler = (_request, response) => response.once('close', () => (left = true));
    const visitor = new AbortController();
    const asked = world.ask('/v', { signal: visitor.signal });
    await waitUntil(() => world.seen.length === 1, 'the request to the source');
    visitor.abort();
    await expect(asked).rejects.toThrow();
    await waitUntil(isOver, 'the end of the request to the source');
  });

  it('pauses the source for a visitor who pauses, without buffering', async () => {
    let sent = 0;
    world.handler = flowing((bytes) => (sent += bytes));
    const visitor = new AbortController();
    const reply = await world.ask('/v', { signal: visitor.signal });
    await reply.body?.getReader().read();
    // Pause for as long as another visitor needs to receive everything.
    world.handler = flowing(() => undefined);
    let given = 0;
    for await (const bytes of (await world.ask('/v')).body ?? []) {
      given += (bytes as Uint8Array).length;
    }
    visitor.abort();
    expect(given).toBe(HUGE);
    // While the visitor was paused, the source could only fill the buffers of the connections.
    expect(sent).toBeLessThan(HUGE / 2);
  });
});
