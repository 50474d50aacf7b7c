import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestClient } from '../../harness/client.js';
import { processesNaming } from '../../harness/processes.js';
import { TestServer } from '../../harness/server.js';
import { makeClips } from '../media/make-clips.js';
import { startHostileOrigin } from '../origin/hostile-origin.js';
import type { Result, World } from './run-case.js';

export interface Stage extends World {
  readonly server: TestServer;
  /** Describes files and processes that should have been removed with the tasks. */
  readonly leftovers: (results: readonly Result[]) => Promise<string[]>;
  readonly close: () => Promise<void>;
}

export const AT_ONCE = 6;

export async function openStage(
  seed: string,
  options: Parameters<typeof TestServer.start>[0] = {},
): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'dipper-faults-'));
  // A separate folder shows temporary files that the server and its programs leave behind.
  const temporary = join(folder, 'temporary');
  await mkdir(temporary);
  const env = {
    MERGE_CONCURRENCY: String(AT_ONCE),
    EXTRACT_CONCURRENCY: '4',
    RATE_LIMIT: 'off',
    TMPDIR: temporary,
    ...options.env,
  };
  const clips = await makeClips();
  const server = await TestServer.start({ ...options, env });
  const origin = await startHostileOrigin();
  return {
    server,
    client: new TestClient(server),
    origin,
    clips,
    folder,
    seed,
    leftovers: async (results) => [
      ...(await leftovers(server, temporary)),
      ...(await filesBeyond(server, results)),
    ],
    close: async () => {
      await Promise.all([server.stop(), origin.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function leftovers(server: TestServer, temporary: string): Promise<string[]> {
  const children = processesNaming(`${server.dataDir}/media`);
  const [work, files, others] = await Promise.all([
    server.onDisk('work'),
    server.onDisk('files'),
    readdir(temporary),
  ]);
  // Only finished files have a media extension.
  const unfinished = files.filter((name) => !/^[\w-]+\.\w{2,4}$/.test(name));
  return [
    ...children.map(({ commandLine }) => `a child: ${commandLine.slice(0, 200)}`),
    ...work.map((name) => `work/${name}`),
    ...unfinished.map((name) => `files/${name}`),
    ...others.map((name) => `temporary: ${name}`),
  ];
}

/**
 * Files on disk that belong to no completed task. Each case has a different link, so no file is
 * shared.
 */
async function filesBeyond(server: TestServer, results: readonly Result[]): Promise<string[]> {
  const files = await server.onDisk('files');
  const complete = results.filter(
    ({ outcome, byTask }) => byTask && (outcome === 'whole' || outcome === 'bad'),
  );
  return files.length > complete.length
    ? [`${files.length} files of ${complete.length} complete tasks`]
    : [];
}
