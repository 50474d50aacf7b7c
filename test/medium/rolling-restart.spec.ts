import { API, isFinal } from '@dipper/contract';
import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';
import { pick, taskOf, TestClient } from '../harness/client.js';
import { rowsOf } from '../harness/database.js';
import { freePort, type LoadBalancer, startLoadBalancer } from '../harness/load-balancer.js';
import { TestServer } from '../harness/server.js';
import { type Site, startSite } from '../harness/site.js';
import { waitUntil } from '../harness/wait-until.js';
import { Watcher } from '../harness/watcher.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';

/** More than ten times what the balancer needs to notice that a node is not ready. */
const DRAIN_SECONDS = '4';
/** The exit code of a process that ends as it was told. */
const BY_SIGNAL = null;
/** Keeps the visitors from using up the machine. */
const PAUSE_MS = 100;

/** Two API processes behind HAProxy, and two workers. */
const apis: Record<string, TestServer> = {};
let workers: TestServer[];
let balancer: LoadBalancer;
let origin: Origin;
let site: Site;
let client: TestClient;
let socket: Watcher;
const visitors: Visitor[] = [];

/** A visitor who does the same thing again and again, and notes each failure. */
class Visitor {
  rounds = 0;
  readonly failures: string[] = [];
  private isLeaving = false;
  private readonly gone: Promise<void>;

  constructor(
    readonly name: string,
    round: (number: number) => Promise<void>,
  ) {
    this.gone = this.visit(round);
  }

  /** Waits until another round has ended. */
  async anotherRound(): Promise<void> {
    const from = this.rounds;
    await waitUntil(() => this.rounds > from, `another round of ${this.name}`);
  }

  async leave(): Promise<void> {
    this.isLeaving = true;
    await this.gone;
  }

  private async visit(round: (number: number) => Promise<void>): Promise<void> {
    while (!this.isLeaving) {
      await round(this.rounds).catch((error: unknown) => {
        this.failures.push(`${this.name} ${this.rounds}: ${inspect(error)}`);
      });
      this.rounds += 1;
      await delay(PAUSE_MS);
    }
  }
}

async function newTask(link: string): Promise<string> {
  return taskOf(pick(await client.search(link), ({ kind }) => kind === 'merge'));
}

const isUp = async (name: string): Promise<boolean> => (await balancer.state(name)) === 'UP';

/** True while the process answers by itself, whatever the balancer thinks of it. */
const isAlive = async ({ url }: TestServer): Promise<boolean> => (await fetch(url + API.health)).ok;

beforeAll(async () => {
  [origin] = await Promise.all([startOrigin()]);
  site = await startSite(origin);
  const ports = { one: await freePort(), two: await freePort() };
  const api = (port: number, beside?: TestServer): Promise<TestServer> =>
    TestServer.start({
      env: { ROLE: 'api', PORT: String(port), DRAIN_SECONDS },
      ...(beside && { beside }),
    });
  const first = (apis['one'] = await api(ports.one));
  const worker = (): Promise<TestServer> =>
    TestServer.start({ env: { ROLE: 'worker', DRAIN_SECONDS }, beside: first });
  [apis['two'], ...workers] = await Promise.all([api(ports.two, first), worker(), worker()]);
  balancer = await startLoadBalancer(ports);
  client = new TestClient(balancer);
  await waitUntil(async () => (await isUp('one')) && (await isUp('two')), 'both nodes');
});
afterAll(async () => {
  await Promise.all(visitors.map((visitor) => visitor.leave()));
  socket.close();
  await balancer.close();
  await Promise.all([...workers, ...Object.values(apis)].map((server) => server.kill('SIGINT')));
  await apis['one']?.stop();
  await Promise.all([origin.close(), site.close()]);
});

it('a restart of every process in turn fails no request and loses no task', async () => {
  const finished = await newTask(`${origin.url}/dash/webm.mpd?finished`);
  const bytes = (await client.merge(finished)).actual_sizes.final_file;
  socket = await Watcher.connect(balancer, { rejoins: true });
  const tasks: string[] = [];
  visitors.push(
    new Visitor('a poll', async () => void (await client.status(finished))),
    new Visitor('a search', async (number) => {
      await client.search(`${origin.url}/watch/muxed?search-${number}`);
    }),
    new Visitor('a download', async () => {
      const body = await (await client.fetch(API.file(finished))).arrayBuffer();
      if (body.byteLength !== bytes) {
        throw new Error(`${body.byteLength} of ${bytes} bytes`);
      }
    }),
    new Visitor('a merge watched over a socket', async (number) => {
      const task = await newTask(`${origin.url}/dash/webm.mpd?merge-${number}`);
      tasks.push(task);
      await socket.watch(task);
      await client.start(task);
      await socket.untilEnd(task);
    }),
  );
  const allAgain = (): Promise<unknown> =>
    Promise.all(visitors.map((visitor) => visitor.anotherRound()));

  for (const [name, api] of Object.entries(apis)) {
    const ended = api.kill('SIGTERM');
    await waitUntil(async () => !(await isUp(name)), 'a node that gets no more requests');
    expect(await isAlive(api)).toBe(true);
    expect(await ended).toBe(BY_SIGNAL);
    await allAgain();
    await api.run();
    await waitUntil(() => isUp(name), 'the new node');
  }

  site.mood = 'slowly';
  const long = await newTask(site.manifest('webm', 'long'));
  tasks.push(long);
  await client.start(long);
  await client.waitFor(long, ({ progress }) => progress > 1);
  const [row] = await rowsOf<{ worker: string }>(
    apis['one'] as TestServer,
    `SELECT worker_id AS worker FROM merge_task WHERE task_id = '${long}'`,
  );
  const isBusy = ({ pid }: TestServer): boolean => row?.worker.split(' ')[1] === String(pid);
  expect(workers.filter(isBusy)).toHaveLength(1);
  for (const worker of [...workers.filter(isBusy), ...workers.filter((one) => !isBusy(one))]) {
    const ended = worker.kill('SIGTERM');
    await waitUntil(
      async () => (await fetch(worker.url + API.ready).catch(() => null))?.status !== 200,
      'a worker that stops',
    );
    site.mood = 'well';
    expect(await ended).toBe(BY_SIGNAL);
    await worker.run();
    await allAgain();
  }

  await Promise.all(visitors.map((visitor) => visitor.leave()));
  expect(visitors.flatMap(({ failures }) => failures)).toEqual([]);
  const ends = await Promise.all(
    tasks.map((task) => client.waitFor(task, ({ status }) => isFinal(status))),
  );
  expect(ends.filter(({ status }) => status !== 'complete')).toEqual([]);
});
