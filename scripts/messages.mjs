/**
 * All messages that the scripts print. The scripts run before anything is built, so they cannot use
 * the catalog of libs/contract.
 */
export const SAY = {
  nodeTooOld: (/** @type {string} */ found, /** @type {string} */ wanted) =>
    `Dipper needs Node ${wanted} or newer; this is Node ${found} (${process.execPath}).`,
  waiting: (/** @type {string} */ lock) =>
    `Waiting for another command that is setting up this folder (its process id is in ${lock})`,
  installingDependencies: 'Installing dependencies (npm ci)',
  building: 'Building',
  refreshingLists: 'Refreshing the package lists',
  oneByOne: 'failed; installing them one at a time',
  installing: (/** @type {string} */ names) => `Installing ${names}`,
  fetchingYtDlp: 'Fetching yt-dlp',
  ytDlpNotFetched: (/** @type {string | undefined} */ why) =>
    `${why ? `refused (${why})` : 'unavailable'}; using another one`,
  doesNotRun: 'it does not run here',
  backports: (/** @type {string} */ suite) => `Installing yt-dlp from ${suite}`,
  noBackports: 'unavailable; using the distribution’s package',
  failed: 'failed',
  missing: (/** @type {{ name: string, why: string, reason?: string, remedy: string }} */ it) =>
    `${it.name} is missing (${it.why}) and could not be installed here${it.reason ? `: ${it.reason}` : ''}. ${it.remedy}`,
  needsAdministrator: 'this needs administrator rights, and sudo asks for a password',
  notAtPath: (/** @type {string} */ variable, /** @type {string} */ path) =>
    `${variable} is ${path}, which is not a program`,
  snapOnly: 'Ubuntu offers it only as a snap',
  correctVariable: (/** @type {string} */ variable) => `Correct ${variable}, or unset it.`,
  runCommand: (/** @type {string} */ command) => `Run: ${command}`,
  installByHand: (/** @type {string} */ name) =>
    `Install ${name} and put it on PATH, then run this again.`,
  noAccount: (/** @type {string} */ account) =>
    `PostgreSQL cannot run as root, and there is no "${account}" account here to run it. Run: useradd --system ${account} (or run the tests as another user)`,
  notReady: (/** @type {string} */ name, /** @type {string} */ output) =>
    `${name} did not start:\n${output}`,
  fetchingNode: (/** @type {string} */ version) => `Fetching Node ${version} for the tests`,
  nodeNotFetched: 'unavailable; skipping its tests',
  nodeLeftOut: (/** @type {string} */ version) =>
    `Skipping the main job on Node ${version}: its package is for Linux on x64 only.`,
  noReport: 'jest ended without a report',
  noTests: 'no tests were run',
  exitedBadly: 'jest failed although no test did (see above)',
  failedCheck: (/** @type {string} */ name) => `failed: ${name}`,
  skipped: (/** @type {string} */ name) => `skipped: ${name}`,
  noSuchProject: (/** @type {readonly string[]} */ names) =>
    `There is no project named ${names.join(', ')}.`,
  galleryServed: (/** @type {string} */ url) => `The gallery of states is at ${url}`,
  screenshotsTaken: (/** @type {number} */ taken, /** @type {string} */ folder) =>
    `${taken} screenshots are in ${folder} (open index.html)`,
  noSuchBenchmark: (/** @type {readonly string[]} */ known) =>
    `There is no benchmark with that name. Choose from ${known.join(', ')}.`,
  quickBenchmarks:
    'Running the benchmarks in their short form; the figures say nothing about speed',
  benchmarkFailed: (/** @type {string} */ name, /** @type {string} */ why) =>
    `${name} failed: ${why}`,
  benchmarksEnded: (/** @type {number} */ finished, /** @type {number} */ failed) =>
    `${finished} benchmarks finished, ${failed} failed`,
  ended: (/** @type {string} */ name) => `${name} has ended; stopping the rest`,
  interrupted: 'interrupted',
  timedOut: (/** @type {number} */ minutes) => `stopped after ${minutes} minutes`,
  summary: (/** @type {number} */ passed, /** @type {number} */ failed) =>
    `${passed} passed, ${failed} failed`,
};
