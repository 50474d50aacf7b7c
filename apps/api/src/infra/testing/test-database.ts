import { randomBytes } from 'node:crypto';
import { DataSource, type EntityTarget, type ObjectLiteral } from 'typeorm';
import { MIGRATIONS } from '../database/migrations/index.js';

/** An empty database of its own on the real Postgres that `npm test` starts, with all migrations run. */
export class TestDatabase {
  private constructor(
    readonly source: DataSource,
    private readonly server: DataSource,
  ) {}

  /** @param serverUrl of the Postgres that `npm test` starts (`DIPPER_TEST_DATABASE_URL`). */
  static async open(
    serverUrl: string | undefined,
    entities: EntityTarget<ObjectLiteral>[],
  ): Promise<TestDatabase> {
    const url = new URL(serverUrl ?? 'postgres://npm-test-starts-one.invalid');
    const server = await new DataSource({ type: 'postgres', url: url.href }).initialize();
    url.pathname = `/dipper_${randomBytes(6).toString('hex')}`;
    await server.query(`CREATE DATABASE ${url.pathname.slice(1)}`);
    const source = await new DataSource({
      type: 'postgres',
      url: url.href,
      entities: entities as never,
      migrations: MIGRATIONS,
      migrationsRun: true,
      installExtensions: false,
    }).initialize();
    return new TestDatabase(source, server);
  }

  async drop(): Promise<void> {
    const { database } = this.source.driver;
    await this.source.destroy();
    await this.server.query(`DROP DATABASE ${database}`);
    await this.server.destroy();
  }
}
