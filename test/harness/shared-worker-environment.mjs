// @ts-check
import { createRequire } from 'node:module';
import WorkerEnvironment from './worker-environment.mjs';

const { shared } = createRequire(import.meta.url)('../../scripts/testing/shared-environment.cjs');

/** The environment of a worker, created only once (scripts/testing/shared-runtime.cjs). */
export default shared(WorkerEnvironment);
