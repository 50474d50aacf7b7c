import { ConfigurableModuleBuilder, type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule, type TypeOrmModuleOptions } from '@nestjs/typeorm';
import type { Env } from '../env/env.js';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.js';
import { MIGRATIONS } from './migrations/index.js';
import { SteadyClient } from './steady-client.js';

/** A real Postgres by its URL; without one the embedded one, in `DATA_DIR`. */
export type DatabaseOptions = Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>;

const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } =
  new ConfigurableModuleBuilder<DatabaseOptions>().setClassMethodName('forRoot').build();

/**
 * Injection token of the embedded database, null with a real one. To be closed after the application,
 * which closes its connections: the server would wait for them.
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
  ],
  exports: [EMBEDDED, MODULE_OPTIONS_TOKEN],
})
class EmbeddedModule extends ConfigurableModuleClass {}

function options(
  { DATABASE_URL }: DatabaseOptions,
  embedded: EmbeddedPostgres | null,
): TypeOrmModuleOptions {
  return {
    type: 'postgres',
    ...(embedded === null
      ? { url: DATABASE_URL ?? '' }
      : { host: embedded.host, username: 'postgres', database: 'postgres' }),
    autoLoadEntities: true,
    migrations: MIGRATIONS,
    migrationsRun: true,
    // PGlite has one session for all: a pool of 1 turns a query beside a transaction into an error.
    poolSize: embedded === null ? 10 : 1,
    connectTimeoutMS: 10_000,
    extra: { Client: SteadyClient },
    installExtensions: false,
    uuidExtension: 'pgcrypto',
    logging: false,
    retryAttempts: 3,
  };
}

/** The database: a real Postgres by `DATABASE_URL`, else the embedded one; same driver, same SQL. */
@Module({})
export class DatabaseModule {
  static forRootAsync(settings: Parameters<typeof EmbeddedModule.forRootAsync>[0]): DynamicModule {
    return TypeOrmModule.forRootAsync({
      imports: [EmbeddedModule.forRootAsync(settings)],
      inject: [MODULE_OPTIONS_TOKEN, EMBEDDED],
      useFactory: options,
    });
  }
}
