import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FreezableRedis } from '../../testing/freezable-redis.js';
import { beforeAllPatientRedis } from '../../testing/patient-redis.js';
import { waitUntil } from '../../testing/wait-until.js';
import { DiskRoom } from './disk-room.js';
import { DiskStore } from '../disk.store.js';
import { RedisRoom, type SharedRoom } from './shared-room.js';
import { WorkArea } from '../work-area.js';

beforeAllPatientRedis();

const REDIS_URL = process.env['DIPPER_TEST_REDIS_URL'] ?? '';
const VOLUME = randomBytes(12).toString('hex');
const LIMIT = 1_000_000;
const FULL = { code: 'DISK_FULL' };
/** Longer than any test. */
const NEVER_MS = 3_600_000;

interface Node {
  readonly room: DiskRoom;
  readonly store: DiskStore;
  readonly work: WorkArea;
}

describe('the space that several processes share on one volume', () => {
  let root: string;
  const nodes: Node[] = [];

  /** The connections that all tests share. */
  let kept: readonly [SharedRoom, SharedRoom];

  async function connect(leaseMs = NEVER_MS, url = REDIS_URL): Promise<RedisRoom> {
    const shared = new RedisRoom(url, VOLUME, leaseMs);
    await waitUntil(async () => (await shared.announce([])) !== null, 'Redis');
    return shared;
  }

  async function start(shared: SharedRoom): Promise<Node> {
    const options = { root, maxBytes: LIMIT };
    // The test that opened the connection also closes it.
    const room = new DiskRoom(options, {
      leaseMs: shared.leaseMs,
      announce: (holdings) => shared.announce(holdings),
      close: () => undefined,
    });
    const node = { room, store: new DiskStore(options, room), work: new WorkArea(options, room) };
    for (const part of [node.room, node.store, node.work]) {
      await part.onModuleInit();
    }
    nodes.push(node);
    return node;
  }

  const fits = ({ room }: Node, bytes: number): Promise<boolean> =>
    room.reserve(bytes).then(
      (run) => (run.release(), true),
      (error: unknown) => {
        expect(error).toMatchObject(FULL);
        return false;
      },
    );

  const startTwo = (): Promise<[Node, Node]> => Promise.all([start(kept[0]), start(kept[1])]);

  beforeAll(async () => {
    kept = await Promise.all([connect(), connect()]);
  });
  afterAll(() => kept.forEach((shared) => shared.close()));
  beforeEach(async () => {
    root = join(await mkdtemp(join(tmpdir(), 'dipper-shared-room-')), 'media');
    // Remove what an earlier test has left behind.
    const held = (await kept[0].announce([])) ?? [];
    await kept[0].announce(held.map((holding) => ({ ...holding, forMs: 0 })));
  });
  afterEach(async () => {
    nodes.splice(0).forEach(({ room }) => room.onApplicationShutdown());
    await rm(join(root, '..'), { recursive: true });
  });

  it('is what none of them has reserved', async () => {
    const [one, other] = await startTwo();
    const run = await one.room.reserve(600_000);
    expect([await fits(other, 400_000), await fits(other, 400_001)]).toEqual([true, false]);
    await run.growTo(700_000);
    expect([await fits(other, 300_000), await fits(other, 300_001)]).toEqual([true, false]);
    expect([await fits(one, 300_000), await fits(one, 300_001)]).toEqual([true, false]);
    run.release();
    expect(await fits(other, LIMIT)).toBe(true);
  });

  it('is granted to only one of two processes that request too much together', async () => {
    const all = await startTwo();
    for (let round = 0; round < 10; round += 1) {
      const asked = await Promise.allSettled(all.map(({ room }) => room.reserve(600_000)));
      expect(asked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      asked.forEach((one) => one.status === 'fulfilled' && one.value.release());
    }
  });

  it('is released when a process is killed, except for what it has written', async () => {
    const connection = await connect(500);
    const [killed, other] = [await start(connection), await start(kept[0])];
    const folder = await killed.work.open('killed', 900_000);
    await writeFile(join(folder.path, 'source'), randomBytes(409_600));
    expect(await fits(other, 200_000)).toBe(false);
    // The killed process no longer announces anything.
    connection.close();
    await waitUntil(() => fits(other, 200_000), 'its room');
    await other.work.list();
    expect([await fits(other, 500_000), await fits(other, 600_000)]).toEqual([true, false]);
    await other.work.discard('killed');
    expect(await fits(other, LIMIT)).toBe(true);
  });

  it('is not reserved twice for a run that has been taken over', async () => {
    const [killed, other] = await startTwo();
    await killed.work.open('killed', 900_000);
    killed.room.onApplicationShutdown();
    const takes = (): boolean => true;
    const folder = await other.work.open('next', 900_000, { runId: 'killed', takes });
    expect([await fits(other, 100_000), await fits(other, 100_001)]).toEqual([true, false]);
    await folder.close();
  });

  it('is reduced only once by a published file or an active folder, surveyed or not', async () => {
    const [one, other] = await startTwo();
    const folder = await one.work.open('run', 600_000);
    await writeFile(join(folder.path, 'joined'), randomBytes(409_600));
    await other.work.list();
    expect([await fits(other, 400_000), await fits(other, 400_001)]).toEqual([true, false]);

    await one.store.publish(join(folder.path, 'joined'), 'a.mp4', folder.room);
    await folder.close();
    await other.work.list();
    for (const survey of [() => Promise.resolve(), () => other.store.survey()]) {
      await survey();
      expect([await fits(other, 590_400), await fits(other, 590_401)]).toEqual([true, false]);
    }
    await one.store.remove('a.mp4');
    await other.store.survey();
    expect(await fits(other, LIMIT)).toBe(true);
  });

  it('is calculated by each process alone while Redis is frozen, and shared again afterwards', async () => {
    const way = await FreezableRedis.to(REDIS_URL);
    const connection = await connect(500, way.url);
    const [one, other] = [await start(kept[0]), await start(connection)];
    await one.room.reserve(600_000);
    expect(await fits(other, 600_000)).toBe(false);
    way.freeze();
    await waitUntil(() => fits(other, 600_000), 'an answer without Redis');
    way.thaw();
    await waitUntil(async () => !(await fits(other, 600_000)), 'an answer of Redis');
    // A command that is still in progress would keep its timer.
    await connection.announce([]);
    connection.close();
    await way.close();
  });
});
