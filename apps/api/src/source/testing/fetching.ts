import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEgressAllow } from '../../infra/egress/egress-policy.js';
import type { EgressOptions } from '../../infra/egress/egress.options.js';
import { EgressService } from '../../infra/egress/egress.service.js';
import { waitUntil } from '../../infra/testing/wait-until.js';
import type { FetchContext } from '../lanes/over-lanes.js';
import type { Clock } from '../clock.js';
import { HostBudget } from '../lanes/host-budget.js';
import { SourceClient } from '../client/source-client.js';
import type { SourceStream } from '../client/source-stream.js';

/** A request in the origin's log (test/origin/README.md). */
export interface OriginRequest {
  readonly path: string;
  readonly range: string | null;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly status: number;
  readonly bytesSent: number;
}

export interface Origin {
  readonly url: string;
  /** Duration of each of the origin's clips. */
  readonly seconds: number;
  readonly requests: readonly OriginRequest[];
  readonly forget: () => void;
  readonly close: () => Promise<void>;
}

/**
 * Starts the media origin of test/origin, which is outside the files that this app compiles.
 * @param folders folders with more files to serve.
 */
export function startOrigin(folders: readonly string[] = []): Promise<Origin> {
  const path = '../../../../../test/origin/media-origin';
  return jest
    .requireActual<{
      startOrigin: (options: { readonly folders: readonly string[] }) => Promise<Origin>;
    }>(path)
    .startOrigin({ folders });
}

/** A proxy in front of an origin. It keeps track of unfinished responses. */
export class Gate {
  private readonly underWay = new Set<http.ServerResponse>();
  private readonly server = http.createServer((request, response) => {
    this.underWay.add(response);
    const onward = http.get(
      `${this.originUrl}${request.url}`,
      { headers: request.headers, agent: false },
      (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on('error', () => response.destroy());
    response.once('close', () => {
      this.underWay.delete(response);
      onward.destroy();
    });
  });

  private constructor(private readonly originUrl: string) {}

  static async open(originUrl: string): Promise<Gate> {
    const gate = new Gate(originUrl);
    await once(gate.server.listen(0, '127.0.0.1'), 'listening');
    return gate;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Waits until no request is in progress. */
  async idle(): Promise<void> {
    await waitUntil(() => this.underWay.size === 0, 'the end of all requests');
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }
}

/**
 * Fetches into a folder, through the real egress guard with loopback allowed, and records the
 * reported counts.
 */
export class Fetching {
  readonly abort = new AbortController();
  arrived = 0;
  /** Number of bytes ever received, including discarded ones. */
  received = 0;
  /** Number of bytes fetched by an earlier run. */
  kept = 0;
  readonly totals: number[] = [];
  readonly estimates: number[] = [];

  readonly client: SourceClient;
  readonly budget: HostBudget;

  private constructor(
    readonly folder: string,
    private readonly egress: EgressService,
    clock?: Clock,
  ) {
    this.client = new SourceClient(egress);
    this.budget = new HostBudget(clock);
  }

  /** @param options the operator's proxies, and a clock that decides how many lanes a host gets. */
  static async start({
    clock,
    ...options
  }: Pick<EgressOptions, 'proxyOf'> & { readonly clock?: Clock } = {}): Promise<Fetching> {
    const folder = await mkdtemp(join(tmpdir(), 'dipper-fetch-'));
    const allow = parseEgressAllow('127.0.0.0/8');
    const egress = new EgressService({ allow, ownHosts: [], ownEndpoints: [], ...options });
    return new Fetching(folder, egress, clock);
  }

  readonly path = (): string => join(this.folder, 'source');

  context(changes: Partial<FetchContext> = {}): FetchContext {
    return {
      client: this.client,
      budget: this.budget,
      owner: this,
      signal: this.abort.signal,
      acceptsDamage: false,
      pace: { idle: (wait) => wait(), asking: (work) => work() },
      onBytes: (count) => {
        this.arrived += count;
        this.received += Math.max(0, count);
      },
      onKept: (bytes) => {
        this.arrived += bytes;
        this.kept += bytes;
      },
      onTotal: (bytes) => this.totals.push(bytes),
      onDuration: () => undefined,
      onEstimate: (bytes) => this.estimates.push(bytes),
      onPrefix: () => undefined,
      ...changes,
    };
  }

  /** Whether the file has exactly these bytes. */
  async holds(bytes: Buffer): Promise<boolean> {
    return (await readFile(this.path())).equals(bytes);
  }

  async md5(path = this.path()): Promise<string> {
    return md5(await readFile(path));
  }

  async end(): Promise<void> {
    await this.egress.onApplicationShutdown();
    await rm(this.folder, { recursive: true });
  }
}

export function md5(bytes: Buffer): string {
  return createHash('md5').update(bytes).digest('hex');
}

/** A stream that is a plain file, with changes. */
export function sourceStream(changes: Partial<SourceStream> = {}): SourceStream {
  return { url: '', headers: {}, protocol: 'file', segments: null, ...changes };
}
