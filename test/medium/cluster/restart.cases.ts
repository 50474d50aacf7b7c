import { API, isFinal } from '@dipper/contract';
import type { Cluster } from '../../harness/cluster.js';
import { pick, taskOf, TestClient } from '../../harness/client.js';
import { rowsOf } from '../../harness/database.js';
import { startLoadBalancer } from '../../harness/load-balancer.js';
import { startNginx } from '../../harness/nginx.js';
import type { TestServer } from '../../harness/server.js';
import { Visitor } from '../../harness/visitor.js';
import { waitUntil } from '../../harness/wait-until.js';
import { Watcher } from '../../harness/watcher.js';

/** The exit code of a process that ends as requested. */
const BY_SIGNAL = null;
/**
 * A pause in milliseconds that is long because reading a page and making a file take a second of
 * processor time.
 */
const LONG_PAUSE_MS = 1500;

/**
 * Restarts every process in turn behind HAProxy, which actively checks them, unlike Debian's nginx.
 */
export async function restartInTurn(cluster: Cluster): Promise<void> {
  const { origin, apis, ports, files } = cluster;
  const balancer = await startLoadBalancer(ports);
  const isUp = async (name: string): Promise<boolean> => (await balancer.state(name)) === 'UP';
  const nginx = await startNginx([Number(new URL(balancer.url).port)], files);
  const client = new TestClient(nginx);
  const socket = await Watcher.connect(nginx, { rejoins: true });
  const visitors: Visitor[] = [];
  try {
    await waitUntil(async () => (await isUp('one')) && (await isUp('two')), 'both nodes');
    const newTask = async (link: string): Promise<string> =>
      taskOf(pick(await client.search(link), ({ kind }) => kind === 'merge'));
    const finished = await newTask(`${origin.url}/dash/webm.mpd?finished`);
    const bytes = (await client.merge(finished)).actual_sizes.final_file;
    const tasks: string[] = [];
    visitors.push(
      new Visitor('a poll', async () => void (await client.status(finished))),
      new Visitor(
        'a search',
        async (number) => {
          await client.search(`${origin.url}/watch/muxed?search-${number}`);
        },
        LONG_PAUSE_MS,
      ),
      new Visitor('a download', async () => {
        const body = await (await client.fetch(API.file(finished))).arrayBuffer();
        if (body.byteLength !== bytes) {
          throw new Error(`${body.byteLength} of ${bytes} bytes`);
        }
      }),
      new Visitor(
        'a merge watched over a socket',
        async (number) => {
          const task = await newTask(`${origin.url}/dash/webm.mpd?merge-${number}`);
          tasks.push(task);
          socket.follow(task);
          await client.start(task);
          await socket.untilEnd(task);
        },
        LONG_PAUSE_MS,
      ),
    );
    const allAgain = (): Promise<unknown> =>
      Promise.all(visitors.map((visitor) => visitor.anotherRound()));

    for (const [at, name] of ['one', 'two'].entries()) {
      const api = apis[at] as TestServer;
      const ended = api.kill('SIGTERM');
      await waitUntil(async () => !(await isUp(name)), 'a node that gets no more requests');
      expect(await ended).toBe(BY_SIGNAL);
      await allAgain();
      await api.run();
      await waitUntil(() => isUp(name), 'the new node');
    }
    const long = await startLongTask(cluster, client, newTask);
    tasks.push(long);
    await restartWorkers(cluster, long, allAgain);

    await Promise.all(visitors.map((visitor) => visitor.leave()));
    expect(visitors.flatMap(({ failures }) => failures)).toEqual([]);
    const ends = await Promise.all(
      tasks.map((task) => client.waitFor(task, ({ status }) => isFinal(status))),
    );
    expect(ends.filter(({ status }) => status !== 'complete')).toEqual([]);
  } finally {
    await Promise.all(visitors.map((visitor) => visitor.leave()));
    socket.close();
    await Promise.all([nginx.close(), balancer.close()]);
  }
}

async function startLongTask(
  { site }: Cluster,
  client: TestClient,
  newTask: (link: string) => Promise<string>,
): Promise<string> {
  site.mood = 'slowly';
  const long = await newTask(site.manifest('webm', 'long'));
  await client.start(long);
  await client.waitFor(long, ({ progress }) => progress > 1);
  return long;
}

/** Restarts both workers, starting with the one that runs the task. */
async function restartWorkers(
  { apis, workers, site }: Cluster,
  task: string,
  allAgain: () => Promise<unknown>,
): Promise<void> {
  const [row] = await rowsOf<{ worker: string }>(
    apis[0],
    `SELECT worker_id AS worker FROM merge_task WHERE task_id = '${task}'`,
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
}
