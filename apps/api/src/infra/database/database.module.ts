import {
  ConfigurableModuleBuilder,
  type DynamicModule,
  Inject,
  Module,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { TypeOrmModule, type TypeOrmModuleOptions } from '@nestjs/typeorm';
import pg from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { Env } from '../env/env.js';
import { DATABASE_LIMITS, KEEP_ALIVE } from './database-limits.js';
import { DatabaseMetrics } from './database-metrics.js';
import { DatabaseProbe } from './database-probe.js';
import { DatabaseWatch } from './database-watch.js';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.js';
import { migrate } from './migrating/migrate.js';
import { MIGRATIONS } from './migrations/index.js';
import { SteadyClient } from './steady-client.js';
import { WatchedPool } from './watched-pool.js';

/** Selects a real Postgres by its URL, or otherwise the embedded one in `DATA_DIR`. */
type DatabaseOptions = Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>;

const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } =
  new ConfigurableModuleBuilder<DatabaseOptions>().setClassMethodName('forRoot').build();

/**
 * Injection token of the embedded database; null if a real one is used. Close the application
 * before the database, because the embedded server waits for the application's connections.
 */
export const EMBEDDED = Symbol('EMBEDDED');

@Module({
  providers: [
    {
      provide: EMBEDDED,
      inject: [MODULE_OPTIONS_TOKEN],
      useFactory: ({ DATABASE_URL, DATA_DIR }: DatabaseOptions) =>
        DATABASE_URL === undefined ? startEmbeddedPostgres(DATA_DIR) : null,
    },
    {
      provide: DatabaseWatch,
      inject: [MODULE_OPTIONS_TOKEN],
      useFactory: ({ DATABASE_URL }: DatabaseOptions) =>
        new DatabaseWatch(DATABASE_URL === undefined ? null : { connectionString: DATABASE_URL }),
    },
  ],
  exports: [EMBEDDED, DatabaseWatch, MODULE_OPTIONS_TOKEN],
})
class EngineModule extends ConfigurableModuleClass {}

const COMMON = {
  type: 'postgres',
  autoLoadEntities: true,
  migrations: MIGRATIONS,
  installExtensions: false,
  uuidExtension: 'pgcrypto',
  logging: false,
  retryAttempts: 3,
} as const satisfies TypeOrmModuleOptions;

function embeddedOptions({ host }: EmbeddedPostgres): TypeOrmModuleOptions {
  return {
    ...COMMON,
    ...{ host, username: 'postgres', database: 'postgres' },
    migrationsRun: true,
    // PGlite has a single session. With a pool of 1, a query issued during another caller's
    // transaction fails instead of becoming part of it.
    poolSize: 1,
    connectTimeoutMS: 10_000,
    driver: pg,
    extra: { Client: SteadyClient },
  };
}

function serverOptions(url: string, watch: DatabaseWatch): TypeOrmModuleOptions {
  return {
    ...COMMON,
    url,
    // `migrate` has already run the migrations, without these time limits.
    migrationsRun: false,
    poolSize: 10,
    connectTimeoutMS: DATABASE_LIMITS.connect,
    driver: { Pool: WatchedPool, defaults: pg.defaults },
    extra: {
      ...{ Client: SteadyClient, watch, ...KEEP_ALIVE },
      statement_timeout: DATABASE_LIMITS.statement,
      lock_timeout: DATABASE_LIMITS.lock,
      idle_in_transaction_session_timeout: DATABASE_LIMITS.idleInTransaction,
      silenceMs: DATABASE_LIMITS.silence,
      onSilence: () => watch.silent(),
      underWay: watch.underWay,
    },
  };
}

async function sourceOf(options?: DataSourceOptions): Promise<DataSource> {
  if (options === undefined) {
    throw new Error('the database module needs options');
  }
  if (options.type === 'postgres' && options.url !== undefined) {
    // The application's log is only written once the application has started.
    await migrate(options.url, (sentence) => console.warn(sentence));
  }
  return new DataSource(options);
}

/**
 * The database: a real Postgres if `DATABASE_URL` is set, and otherwise the embedded one. Both are
 * used with the same driver and the same SQL.
 */
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(@Inject(DatabaseWatch) private readonly watch: DatabaseWatch) {}

  static forRootAsync(settings: Parameters<typeof EngineModule.forRootAsync>[0]): DynamicModule {
    const engine = EngineModule.forRootAsync(settings);
    return {
      module: DatabaseModule,
      global: true,
      imports: [
        engine,
        TypeOrmModule.forRootAsync({
          imports: [engine],
          inject: [MODULE_OPTIONS_TOKEN, EMBEDDED, DatabaseWatch],
          useFactory: (
            { DATABASE_URL = '' }: DatabaseOptions,
            embedded: EmbeddedPostgres | null,
            watch: DatabaseWatch,
          ) => (embedded === null ? serverOptions(DATABASE_URL, watch) : embeddedOptions(embedded)),
          dataSourceFactory: sourceOf,
        }),
      ],
      providers: [DatabaseMetrics, DatabaseProbe],
      exports: [engine, DatabaseProbe],
    };
  }

  onApplicationShutdown(): void {
    this.watch.close();
  }
}
