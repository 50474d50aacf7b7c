/**
 * Every sentence the scripts say. They run before anything of ours is built, so they cannot read
 * the catalogue of libs/contract.
 */
export const SAY = {
  nodeTooOld: (/** @type {string} */ found, /** @type {string} */ wanted) =>
    `Dipper needs Node ${wanted} or newer; this is Node ${found} (${process.execPath}).`,
  waiting: (/** @type {string} */ lock) =>
    `Waiting for another command that prepares this folder (${lock} names its process)`,
  installingDependencies: 'Installing dependencies (npm ci)',
  building: 'Building',
  refreshingLists: 'Refreshing the package lists',
  installing: (/** @type {string} */ names) => `Installing ${names}`,
  fetchingYtDlp: 'Fetching yt-dlp with yt-dlp-exec',
  ytDlpNotFetched: 'unavailable, using another one',
  backports: (/** @type {string} */ suite) => `Installing yt-dlp from ${suite}`,
  noBackports: 'unavailable, using the distribution’s own',
  failed: 'failed',
  missing: (/** @type {{ name: string, why: string, reason?: string, remedy: string }} */ it) =>
    `${it.name} is missing (${it.why}) and could not be installed here${it.reason ? `: ${it.reason}` : ''}. ${it.remedy}`,
  needsAdministrator: 'that takes an administrator, and sudo asks for a password',
  notAtPath: (/** @type {string} */ variable, /** @type {string} */ path) =>
    `${variable} names ${path}, which is no program`,
  snapOnly: 'Ubuntu has it as a snap only',
  correctVariable: (/** @type {string} */ variable) => `Correct ${variable}, or leave it out.`,
  runCommand: (/** @type {string} */ command) => `Run: ${command}`,
  installByHand: (/** @type {string} */ name) =>
    `Install ${name} and put it on PATH, then run this again.`,
  noAccount: (/** @type {string} */ account) =>
    `PostgreSQL does not run as root, and there is no account "${account}" for it here. Run: useradd --system ${account} (or run the tests as another user)`,
  notReady: (/** @type {string} */ name, /** @type {string} */ output) =>
    `${name} did not come up:\n${output}`,
  fetchingNode: (/** @type {string} */ version) => `Fetching Node ${version} for the tests`,
  nodeNotFetched: 'unavailable, its tests are left out',
  nodeLeftOut: (/** @type {string} */ version) =>
    `The main job is not tried on Node ${version}: its package is for Linux on x64.`,
  noReport: 'jest ended without a report',
  noTests: 'no tests were run',
  exitedBadly: 'jest failed although no test did (see above)',
  failedCheck: (/** @type {string} */ name) => `failed: ${name}`,
  skipped: (/** @type {string} */ name) => `skipped: ${name}`,
  noSuchProject: (/** @type {readonly string[]} */ names) =>
    `No project of that name: ${names.join(', ')}.`,
  noSuchBenchmark: (/** @type {readonly string[]} */ known) =>
    `no benchmark has that name. There are ${known.join(', ')}`,
  quickBenchmarks: 'Benchmarks in their small form: the figures say nothing about speed',
  benchmarkFailed: (/** @type {string} */ name, /** @type {string} */ why) =>
    `${name} failed: ${why}`,
  benchmarksEnded: (/** @type {number} */ finished, /** @type {number} */ failed) =>
    `${finished} benchmarks finished, ${failed} failed`,
  ended: (/** @type {string} */ name) => `${name} ended, stopping the rest`,
  interrupted: 'interrupted',
  timedOut: (/** @type {number} */ minutes) => `stopped after ${minutes} minutes`,
  summary: (/** @type {number} */ passed, /** @type {number} */ failed) =>
    `${passed} passed, ${failed} failed`,
};
