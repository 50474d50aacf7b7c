import {
  type DynamicModule,
  Inject,
  Logger,
  Module,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { TypeOrmModule, type TypeOrmModuleOptions } from '@nestjs/typeorm';
import { ENV, type Env } from '../env/env.module.js';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.js';
import { MIGRATIONS } from './migrations/index.js';

const EMBEDDED = Symbol('EMBEDDED');

@Module({
  providers: [
    {
      provide: EMBEDDED,
      inject: [ENV],
      useFactory: (env: Env) =>
        env.DATABASE_URL === undefined ? startEmbeddedPostgres(env.DATA_DIR) : null,
    },
  ],
  exports: [EMBEDDED],
})
class EmbeddedModule implements OnApplicationShutdown {
  private readonly logger = new Logger('Database');

  constructor(@Inject(EMBEDDED) private readonly embedded: EmbeddedPostgres | null) {}

  async onApplicationShutdown(): Promise<void> {
    // TypeORM closes its pool in this hook too, and a server with clients would wait for them.
    setImmediate(() => {
      this.embedded?.close().catch((err: unknown) => {
        this.logger.error({ err }, 'The embedded database could not be closed');
      });
    });
    await Promise.resolve();
  }
}

function options(env: Env, embedded: EmbeddedPostgres | null): TypeOrmModuleOptions {
  return {
    type: 'postgres',
    ...(embedded === null
      ? { url: env.DATABASE_URL ?? '' }
      : { host: embedded.host, username: 'postgres', database: 'postgres' }),
    autoLoadEntities: true,
    migrations: MIGRATIONS,
    migrationsRun: true,
    // PGlite has one session for all: a pool of 1 turns a query beside a transaction into an error.
    poolSize: embedded === null ? 10 : 1,
    connectTimeoutMS: 10_000,
    installExtensions: false,
    uuidExtension: 'pgcrypto',
    logging: false,
    retryAttempts: 3,
  };
}

/** The database: a real Postgres by `DATABASE_URL`, else the embedded one; same driver, same SQL. */
export const DatabaseModule: DynamicModule = TypeOrmModule.forRootAsync({
  imports: [EmbeddedModule],
  inject: [ENV, EMBEDDED],
  useFactory: options,
});
