import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasObjectStorage, newBucket } from '../../apps/api/src/infra/testing/object-storage.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';
import { AccountClient } from './account-client.js';
import { pick, taskOf, TestClient } from './client.js';
import { freePort } from './load-balancer.js';
import { type AcceleratedFiles, type Nginx, startNginx } from './nginx.js';
import { TestServer } from './server.js';
import { type Site, startSite } from './site.js';

/**
 * A load balancer needs two checks, which take 0.2 s, to notice that a node is not ready; on a busy
 * machine of half the speed, a check took up to 3.5 s, and a search longer than the usual grace
 * period.
 */
const SLOWLY = { DRAIN_SECONDS: '10', SHUTDOWN_GRACE_SECONDS: '90' };

/** Whether this machine has Ceph's gateway. Otherwise, the processes share a disk. */
export const hasS3 = hasObjectStorage(process.env);

type Pair = readonly [TestServer, TestServer];

interface Parts {
  readonly origin: Origin;
  readonly site: Site;
  readonly apis: Pair;
  readonly workers: Pair;
  readonly ports: Readonly<Record<'one' | 'two', number>>;
  readonly files: AcceleratedFiles;
  readonly nginx: Nginx;
  readonly s3: Readonly<Record<string, string>>;
  readonly domains: string;
}

/**
 * Two API processes and two workers behind nginx. They share one database, one Redis and one
 * bucket, but no disk. The first API process relays files from the bucket; the second lets nginx
 * fetch them.
 */
export class Cluster {
  readonly clients: readonly [AccountClient, TestClient];
  /** A visitor's client, which goes through nginx. */
  readonly visitor: TestClient;
  readonly origin: Origin;
  readonly site: Site;
  readonly apis: Pair;
  readonly workers: Pair;
  readonly ports: Readonly<Record<'one' | 'two', number>>;
  readonly files: AcceleratedFiles;
  readonly nginx: Nginx;
  readonly s3: Readonly<Record<string, string>>;

  private constructor(private readonly parts: Parts) {
    this.origin = parts.origin;
    this.site = parts.site;
    this.apis = parts.apis;
    this.workers = parts.workers;
    this.ports = parts.ports;
    this.files = parts.files;
    this.nginx = parts.nginx;
    this.s3 = parts.s3;
    this.clients = [new AccountClient(parts.apis[0]), new TestClient(parts.apis[1])];
    this.visitor = new TestClient(parts.nginx);
  }

  static async start(): Promise<Cluster> {
    const domains = await mkdtemp(join(tmpdir(), 'dipper-domains-'));
    await writeFile(join(domains, 'default.json'), '{"authentication_enabled":true}');
    const [origin, s3] = await Promise.all([startOrigin(), bucketSettings()]);
    const site = await startSite(origin);
    const ports = { one: await freePort(), two: await freePort() };
    const env = { ...s3, ...SLOWLY, DOMAINS_DIR: domains };
    const accelerated = {
      ACCEL_REDIRECT: '/protected/',
      ...(hasS3 && { S3_DELIVERY: 'x-accel' }),
    };
    const first = await TestServer.start({
      env: { ...env, ROLE: 'api', PORT: String(ports.one) },
    });
    const start = (extra: Record<string, string>): Promise<TestServer> =>
      TestServer.start({
        env: { ...env, ...extra },
        ...(hasS3 ? { apartFrom: first } : { beside: first }),
      });
    const [second, third, fourth] = await Promise.all([
      start({ ...accelerated, ROLE: 'api', PORT: String(ports.two) }),
      start({ ROLE: 'worker' }),
      start({ ROLE: 'worker' }),
    ]);
    const endpoint = s3['S3_ENDPOINT'];
    const files =
      endpoint === undefined ? { folder: join(first.dataDir, 'media/files') } : { s3: endpoint };
    const nginx = await startNginx(Object.values(ports), files);
    return new Cluster({
      ...{ origin, site, apis: [first, second], workers: [third, fourth] },
      ...{ ports, files, nginx, s3, domains },
    });
  }

  get all(): readonly TestServer[] {
    return [...this.apis, ...this.workers];
  }

  /** Submits a link to the first API process. @returns the task of its first merge */
  async newTask(link: string): Promise<string> {
    return taskOf(pick(await this.clients[0].search(link), ({ kind }) => kind === 'merge'));
  }

  /** The names of all work folders. Each belongs to a run in progress. */
  async workFolders(): Promise<string[]> {
    const disks = hasS3 ? this.all : [this.apis[0]];
    return (await Promise.all(disks.map((server) => server.onDisk('work')))).flat();
  }

  async stop(): Promise<void> {
    await this.nginx.close();
    // Their state is no longer needed, and a clean shutdown would take 10 s.
    await Promise.all(this.all.map((server) => server.kill('SIGKILL')));
    for (const server of [...this.workers, this.apis[1], this.apis[0]]) {
      await server.stop();
    }
    await Promise.all([
      this.origin.close(),
      this.site.close(),
      rm(this.parts.domains, { recursive: true }),
    ]);
  }
}

async function bucketSettings(): Promise<Record<string, string>> {
  if (!hasS3) {
    return {};
  }
  const settings = await newBucket(process.env);
  return {
    S3_ENDPOINT: settings.endpoint ?? '',
    S3_BUCKET: settings.bucket,
    S3_ACCESS_KEY_ID: settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    S3_FORCE_PATH_STYLE: 'on',
  };
}
