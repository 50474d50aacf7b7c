import type { HostShare } from '../source/lanes/host-share.js';
import { waitUntil } from '../infra/testing/wait-until.js';
import { bytesOf, media, RelayWorld, serve } from './testing/relay-world.js';

const ONE_LANE = { first: 1, max: 1 };

describe('RelayService for playback while a file is made', () => {
  const world = new RelayWorld();
  /** A task's share of the source, which allows only one connection. */
  let task: HostShare;
  /** True while the task uses the connection. */
  let isWorking: boolean;
  beforeAll(() => world.open());
  afterAll(() => world.close());
  beforeEach(() => {
    world.reset();
    isWorking = false;
    task = world.budget.join(world.sourceUrl, { owner: {}, rules: ONE_LANE });
  });
  afterEach(() => task.leave(new Error('the test has ended')));

  const play = (init: RequestInit = {}): Promise<Response> => world.ask('/v', init, '&yields=1');

  /** Takes the connection for the task. @returns a function that ends its work */
  async function work(): Promise<() => void> {
    let end = (): void => undefined;
    void task.use(0, async (lane) => {
      lane.opened();
      isWorking = true;
      await new Promise<void>((resolve) => (end = resolve));
      isWorking = false;
    });
    await waitUntil(() => isWorking, 'the task works');
    return end;
  }

  it('pauses while a task needs the connection, and continues with the next byte', async () => {
    const during: boolean[] = [];
    let hasLeft = false;
    world.handler = (request, response) => {
      during.push(isWorking);
      if (world.seen.length > 1) {
        serve(request, response);
        return;
      }
      response.once('close', () => (hasLeft = true));
      response.writeHead(200, {
        ...{ 'content-type': 'video/mp4', 'content-length': media.length },
        ...{ etag: '"v1"', 'accept-ranges': 'bytes' },
      });
      response.write(media.subarray(0, 600_000));
    };
    const reply = await play();
    const end = await work();
    await waitUntil(() => hasLeft, 'the connection to the source is closed');
    end();
    expect((await bytesOf(reply)).equals(media)).toBe(true);
    expect(during).toEqual([false, false]);
    expect(world.seen[1]?.headers.range).toMatch(/^bytes=\d+-1999999$/);
  });

  it('also waits for the connection before its first byte', async () => {
    const during: boolean[] = [];
    let hasAsked = false;
    world.handler = (request, response) => {
      during.push(isWorking);
      if (world.seen.length === 1) {
        // The source never replies to this request.
        hasAsked = true;
      } else {
        serve(request, response);
      }
    };
    const replied = play();
    await waitUntil(() => hasAsked, 'the source has the request');
    const end = await work();
    end();
    expect((await bytesOf(await replied)).equals(media)).toBe(true);
    expect(during).toEqual([false, false]);
  });

  it('requests nothing for a visitor who leaves while it waits', async () => {
    const end = await work();
    const visitor = new AbortController();
    const replied = play({ signal: visitor.signal }).catch(() => 'left');
    await waitUntil(() => world.lookups === 1, 'the relay has the request');
    visitor.abort();
    expect(await replied).toBe('left');
    await waitUntil(() => world.outcomes.length === 1, 'the relay has noticed');
    end();
    expect([world.outcomes, world.seen]).toEqual([['done'], []]);
  });

  it('does not wait unless asked to', async () => {
    const end = await work();
    expect((await bytesOf(await world.ask('/v'))).equals(media)).toBe(true);
    end();
  });

  it('serves parts, and closes its connection after each', async () => {
    for (const range of ['bytes=0-999', 'bytes=500000-500999']) {
      const reply = await play({ headers: { range } });
      expect([reply.status, (await bytesOf(reply)).length]).toEqual([206, 1000]);
    }
    expect((await play({ headers: { range: 'bytes=9999999-' } })).status).toBe(416);
    const end = await work();
    end();
    expect(world.outcomes).toEqual(['done', 'done', 'done']);
  });
});
