/**
 * `npm run test:compose` builds the image, starts docker-compose.yml, and does the main job through
 * it. It needs Docker, and is not part of `npm test`. `-- --stand-ins` first builds images under the
 * official names from Debian's and npm's packages, for machines without an image registry.
 */
import { requireNode } from './setup/node-version.mjs';

requireNode();
await main();

async function main() {
  // Imported here because the other modules may not parse on an outdated Node.
  const { endWithNpm, exitOnSignals } = await import('./setup/end-with-npm.mjs');
  const { npmEnvironment } = await import('./setup/npm.mjs');
  const { prepare } = await import('./setup/prepare.mjs');
  const { fromRoot } = await import('./setup/repository.mjs');
  const { endGroups, startGroup } = await import('./setup/run.mjs');
  endWithNpm();
  exitOnSignals(endGroups);
  await prepare(['run', 'test'], { build: false });
  const jest = fromRoot('node_modules', 'jest', 'bin', 'jest.js');
  const standIns = process.argv.includes('--stand-ins')
    ? [['sh', fromRoot('test', 'compose', 'stand-ins', 'build.sh')]]
    : [];
  const steps = [
    ...standIns,
    // The host's network, because some hosts only let processes of their own out.
    ['docker', 'build', '--network=host', '-t', 'dipper', '.'],
    [process.execPath, jest, '--runInBand', '--selectProjects', 'compose-long'],
  ];
  for (const [command = '', ...argv] of steps) {
    const env = npmEnvironment({
      NODE_ENV: 'test',
      DOCKER_BUILDKIT: standIns.length > 0 ? '0' : '1',
    });
    const code = (await startGroup(command, argv, env).ended) ?? 1;
    if (code !== 0) {
      process.exitCode = code;
      return;
    }
  }
}
