import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Logger } from 'nestjs-pino';
import type { IncomingMessage, ServerResponse } from 'node:http';
import 'reflect-metadata';
import { AppModule, type Extension } from './app.module.js';
import { WorkerModule } from './worker.module.js';
import { DomainConfigProblem } from './config/domain-folder.js';
import { EMBEDDED } from './infra/database/database.module.js';
import { DatabaseProblem, type EmbeddedPostgres } from './infra/database/embedded-postgres.js';
import { FolderInUse } from './infra/database/folder-lock.js';
import { EgressService } from './infra/egress/egress.service.js';
import { type Env, EnvProblem, parseEnv } from './infra/env/env.js';
import { machineProblem } from './infra/env/machine-problem.js';
import { loadSecret } from './infra/keys/secret.js';
import { Shutdown } from './infra/health/shutdown.js';
import { OpenResponses } from './infra/http/reply/open-responses.js';
import { withSourcePositions } from './infra/log/source-positions.js';
import { ProcessRegistry } from './infra/process/process-registry.js';
import { VolumeProblem } from './infra/storage/media-volume.js';
import { SiteSettingsProblem } from './infra/sites/read-site-settings.js';
import { SocketAdapter } from './infra/socket/socket.adapter.js';
import { startTracing } from './infra/tracing/start-tracing.js';
import { MakerProblem } from './make/maker-registry.js';

/**
 * How many connections may wait to be accepted; the system may allow fewer (Linux: 4096). Node accepts
 * one in each turn of its event loop, so many wait when everybody connects at once. Beyond the
 * default of 511, attempts to connect would be dropped and repeated a second later.
 */
const BACKLOG = 4096;

/**
 * Runs the server until a signal ends it. If the configuration is wrong, prints one line that names
 * the problem and exits.
 * @param more additional modules, for all roles (docs/extending.md)
 */
export async function runServer(more: readonly Extension[] = []): Promise<void> {
  let env: Env | null = null;
  try {
    env = parseEnv(process.env);
    await start(env, more);
  } catch (error) {
    console.error(explain(error, env));
    process.exit(1);
  }
}

/**
 * Starts the server: all of it (`all`), only HTTP and sockets (`api`), or only merges (`worker`). A
 * worker listens on a port only to report its health.
 */
async function start(env: Env, more: readonly Extension[]): Promise<void> {
  const secret = await loadSecret(env.DATA_DIR, env.SECRET);
  const isWorker = env.ROLE === 'worker';
  const root = (isWorker ? WorkerModule : AppModule).forRoot(env, secret, more);
  const tracer = await startTracing(env);
  const app = await NestFactory.create<NestExpressApplication>(root, {
    bufferLogs: true,
    // Nest prints buffered logs when a start fails. `explain` already reports the cause, once.
    logger: ['fatal'],
    abortOnError: false,
    // HttpModule parses bodies, because Nest's parsers also accept forms.
    bodyParser: false,
    // Close connections after the shutdown grace period. The next process resumes their downloads
    // by Range.
    forceCloseConnections: true,
  });
  app.useLogger(app.get(Logger));
  if (tracer !== null) {
    app.use((request: IncomingMessage, response: ServerResponse, next: () => void) =>
      tracer.request(request, response, next),
    );
  }
  app.set('trust proxy', env.TRUST_PROXY);
  app.disable('x-powered-by');
  if (!isWorker) {
    app.useWebSocketAdapter(await SocketAdapter.create(app, env));
  }
  const embedded = app.get<EmbeddedPostgres | null>(EMBEDDED);
  app.get(Shutdown).listen({
    graceSeconds: env.SHUTDOWN_GRACE_SECONDS,
    // A worker gets no requests, so it needs no drain.
    drainSeconds: isWorker ? 0 : env.DRAIN_SECONDS,
    close: async () => {
      // Wait for open replies first, because closing the application begins by stopping page reads.
      await app.get(OpenResponses).settle();
      await app.close();
      await embedded?.close();
      await tracer?.close();
    },
    killChildren: () => app.get(ProcessRegistry).killChildren(),
  });
  // Nest's types lack the backlog, but it passes on all arguments.
  const listener: { listen(...given: unknown[]): Promise<unknown> } = app;
  await listener.listen(env.PORT, env.HOST, BACKLOG);
  const { port } = app.getHttpServer().address() as { port: number };
  const listening = env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST;
  app.get(EgressService).addOwnEndpoint(`${listening}:${port}`);
  const host = ['0.0.0.0', '::', '127.0.0.1'].includes(env.HOST) ? 'localhost' : env.HOST;
  console.log(
    isWorker
      ? `The Dipper worker is ready; its health is reported at http://${host}:${port}/api/health`
      : `Dipper is at http://${host}:${port}`,
  );
}

/**
 * Mistakes by the operator are reported in one line. Anything else is a bug, so its stack is shown.
 */
function explain(error: unknown, env: Env | null): string {
  const mistake =
    error instanceof EnvProblem ||
    error instanceof FolderInUse ||
    error instanceof VolumeProblem ||
    error instanceof DatabaseProblem ||
    error instanceof DomainConfigProblem ||
    error instanceof SiteSettingsProblem ||
    error instanceof MakerProblem;
  if (mistake) {
    return error.message;
  }
  const problem = env === null ? null : machineProblem(error, env);
  return problem ?? withSourcePositions(String((error as Error).stack ?? error));
}
