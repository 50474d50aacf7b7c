import type http from 'node:http';
import { waitUntil } from '../infra/testing/wait-until.js';
import {
  bytesOf,
  type Handler,
  media,
  MAX,
  RelayWorld,
  serve,
  SIZE,
} from './testing/relay-world.js';

/** A file of the same length with different bytes. */
const another = Buffer.from(media).fill('another', 400_000);

describe('RelayService when a source drops the connection', () => {
  const world = new RelayWorld();
  beforeAll(() => world.open());
  afterAll(() => world.close());
  beforeEach(() => world.reset());

  it.each([
    ['the whole file', undefined, 0, SIZE],
    ['a part', 'bytes=1000-1500000', 1000, 1_500_001],
  ])('resumes where it stopped, for %s', async (_case, range, from, to) => {
    world.handler = (request, response) => serve(request, response, { cutAfter: 600_000 });
    const reply = await world.ask('/v', { headers: range === undefined ? {} : { range } });
    expect((await bytesOf(reply)).equals(media.subarray(from, to))).toBe(true);
    const resumed = world.seen.slice(1).map(({ headers }) => headers);
    expect(resumed.length).toBeGreaterThanOrEqual(2);
    for (const headers of resumed) {
      expect(headers.range).toMatch(new RegExp(`^bytes=\\d+-${to - 1}$`));
      expect(headers['if-range']).toBe('"v1"');
    }
  });

  it('resumes without an ETag by comparing overlapping bytes', async () => {
    world.handler = (request, response) =>
      serve(request, response, { etag: null, cutAfter: 600_000 });
    expect((await bytesOf(await world.ask('/v'))).equals(media)).toBe(true);
    const starts = world.seen.slice(1).map(({ headers }) => /\d+/.exec(headers.range ?? '')?.[0]);
    expect(starts.map(Number)).toEqual([600_000 - 256, 1_199_744 - 256, 1_799_488 - 256]);
  });

  it('starts over if nothing had arrived', async () => {
    world.handler = (request, response) =>
      serve(request, response, { cutAfter: world.seen.length === 1 ? 0 : Infinity });
    expect((await bytesOf(await world.ask('/v'))).equals(media)).toBe(true);
    expect(world.seen[1]?.headers.range).toBe(`bytes=0-${SIZE - 1}`);
  });

  it('resumes after a temporary error', async () => {
    world.handler = (request, response) => {
      if (world.seen.length === 2) {
        response.writeHead(503, { 'retry-after': '0' }).end();
      } else {
        serve(request, response, { cutAfter: world.seen.length === 1 ? 600_000 : Infinity });
      }
    };
    expect((await bytesOf(await world.ask('/v'))).equals(media)).toBe(true);
    expect(world.seen).toHaveLength(3);
  });

  it('resumes when the size was unknown', async () => {
    world.handler = (request, response) => {
      if (request.headers.range !== undefined) {
        serve(request, response);
        return;
      }
      response.writeHead(200, { 'content-type': 'video/mp4', etag: '"v1"' });
      response.write(media.subarray(0, 300_000), () => response.destroy());
    };
    expect((await bytesOf(await world.ask('/v'))).equals(media)).toBe(true);
  });

  it.each<[string, Handler]>([
    [
      'does not support ranges',
      (_request, response) =>
        serve({ headers: {} } as http.IncomingMessage, response, { cutAfter: 600_000 }),
    ],
    [
      'now has another file',
      (request, response) =>
        serve(request, response, { etag: `"v${world.seen.length}"`, cutAfter: 600_000 }),
    ],
    [
      'now has a longer file',
      (request, response) => {
        const body = world.seen.length === 1 ? media : Buffer.concat([media, media]);
        serve(request, response, { etag: 'W/"v"', body, cutAfter: 600_000 });
      },
    ],
    [
      'now has another file of the same size without an ETag',
      (request, response) => {
        const body = world.seen.length === 1 ? media : another;
        serve(request, response, { etag: null, body, cutAfter: 600_000 });
      },
    ],
    [
      'now has another file of the same size with the same ETag',
      (request, response) => {
        const body = world.seen.length === 1 ? media : another;
        serve(request, response, { body, cutAfter: 600_000 });
      },
    ],
    [
      'no longer accepts the link',
      (request, response) => {
        if (world.seen.length > 1) {
          response.writeHead(403).end();
        } else {
          serve(request, response, { cutAfter: 600_000 });
        }
      },
    ],
    [
      'has no way to resume',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'video/mp4' });
        response.write(media.subarray(0, 300_000), () => response.destroy());
      },
    ],
  ])('breaks the transfer to the visitor when the source %s', async (_case, misbehave) => {
    world.handler = misbehave;
    const reply = await world.ask('/v');
    expect(reply.status).toBe(200);
    await expect(reply.arrayBuffer()).rejects.toThrow('terminated');
    await waitUntil(() => world.outcomes.length === 1, 'the end of the relayed reply');
    expect(world.outcomes).not.toEqual(['done']);
    expect(world.seen.length).toBeLessThanOrEqual(2);
  });

  it('gives up after four tries without new bytes', async () => {
    world.handler = (request, response) => {
      if (world.seen.length === 1) {
        serve(request, response, { cutAfter: 600_000 });
      } else {
        request.socket.destroy();
      }
    };
    const reply = await world.ask('/v');
    await expect(reply.arrayBuffer()).rejects.toThrow('terminated');
    await waitUntil(() => world.outcomes.length === 1, 'the end of the relayed reply');
    expect([world.seen.length, world.outcomes]).toEqual([5, ['SOURCE_FAILED']]);
  });

  it('never relays more than the limit when the size is unknown', async () => {
    let sent = 0;
    world.handler = (_request, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4' });
      const more = (): void => {
        do {
          sent += 65_536;
        } while (!response.destroyed && response.write(media.subarray(0, 65_536)));
      };
      response.on('drain', more);
      more();
    };
    const reply = await world.ask('/v');
    let received = 0;
    const reading = (async () => {
      for await (const piece of reply.body ?? []) {
        received += (piece as Uint8Array).length;
      }
    })();
    await expect(reading).rejects.toThrow('terminated');
    expect(sent).toBeGreaterThan(MAX);
    expect(received).toBeLessThanOrEqual(MAX + 1);
    await waitUntil(() => world.outcomes.length === 1, 'the end of the relayed reply');
    expect(world.outcomes).toEqual(['FILE_TOO_LARGE']);
  });
});
