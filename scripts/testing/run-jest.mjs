import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npmEnvironment } from '../setup/npm.mjs';
import { countReport } from './jest-report.mjs';
import { runShown } from '../setup/run-shown.mjs';

/** The machine this is measured for has two cores; servers under test want some of them too. */
const WORKERS = 2;
const TIMEOUT_MS = 15 * 60_000;

/**
 * Runs one stage with jest, output shown, and counts what came of it.
 * @param {import('./stages.mjs').Stage} stage
 * @param {import('./services.mjs').Services} services
 * @returns {Promise<import('./jest-report.mjs').Count>}
 */
export async function runJest({ name, projects, backend, filter = [] }, services) {
  const folder = await mkdtemp(join(tmpdir(), 'dipper-jest-'));
  const reportFile = join(folder, 'report.json');
  const flags = ['--json', '--outputFile', reportFile, `--maxWorkers=${WORKERS}`];
  const argv = ['node_modules/jest/bin/jest.js', '--selectProjects', ...projects, ...flags];
  try {
    const exitCode = await runShown(process.execPath, [...argv, ...filter], {
      name,
      env: npmEnvironment({
        NODE_ENV: 'test',
        DIPPER_TEST_BACKEND: backend,
        DIPPER_TEST_DATABASE_URL: services.databaseUrl,
        DIPPER_TEST_REDIS_URL: services.redisUrl,
      }),
      timeoutMs: TIMEOUT_MS,
    });
    const report = await readReport(reportFile);
    return countReport(name, report, { exitCode, strict: Boolean(process.env.CI) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {string} path */
async function readReport(path) {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return undefined;
  }
}
