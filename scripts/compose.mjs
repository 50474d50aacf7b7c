/**
 * `npm run test:compose` builds the image, starts docker-compose.yml with files on the disk and in S3,
 * makes files through it, and restores a backup. It needs Docker and is not part of `npm test`.
 * `-- --stand-ins` first builds images under the official names from Debian's and npm's packages, for
 * machines without an image registry.
 */
import { longRun, specs } from './setup/long-run.mjs';
import { fromRoot } from './setup/repository.mjs';

const hasStandIns = process.argv.includes('--stand-ins');
/** @type {import('./setup/long-run.mjs').Step[]} */
const standIns = hasStandIns ? [['sh', fromRoot('test', 'compose', 'stand-ins', 'build.sh')]] : [];
await longRun(
  [
    ...standIns,
    // The host's network, because some hosts allow only their own processes to reach the internet.
    ['docker', 'build', '--network=host', '-t', 'dipper', '.'],
    specs('--selectProjects', 'compose-long'),
  ],
  { build: false, env: { DOCKER_BUILDKIT: hasStandIns ? '0' : '1' } },
);
