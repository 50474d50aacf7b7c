/**
 * Every sentence the scripts say. They run before anything of ours is built, so they cannot read
 * the catalogue of libs/contract; this is its counterpart for the two commands.
 */
export const SAY = {
  nodeTooOld: (found, wanted) =>
    `Dipper needs Node ${wanted} or newer; this is Node ${found} (${process.execPath}).`,
  installingDependencies: 'Installing dependencies (npm ci)',
  building: 'Building',
  refreshingLists: 'Refreshing the package lists',
  installing: (names) => `Installing ${names}`,
  fetchingYtDlp: 'Fetching yt-dlp with yt-dlp-exec',
  ytDlpNotFetched: 'not to be had, using another one',
  backports: (suite) => `Installing yt-dlp from ${suite}`,
  backportsNotHad: 'not to be had, taking the distribution’s own',
  failed: 'failed',
  missing: ({ name, purpose, why, remedy }) =>
    `${name} is missing (${purpose}) and could not be installed here${why ? `: ${why}` : ''}. ${remedy}`,
  noRights: 'that takes an administrator, and sudo asks for a password',
  notAtPath: (variable, path) => `${variable} names ${path}, which is no program`,
  snapOnly: 'Ubuntu has it as a snap only',
  correctVariable: (variable) => `Correct ${variable}, or leave it out.`,
  runCommand: (command) => `Run: ${command}`,
  installByHand: (name) => `Install ${name} and put it on PATH, then run this again.`,
  startingServices: 'Starting PostgreSQL and Redis for the tests',
  noAccount: (account) =>
    `PostgreSQL does not run as root, and there is no account "${account}" for it here. Run: useradd --system ${account} (or run the tests as another user)`,
  notReady: (name, seconds) => `${name} did not come up within ${seconds} s`,
  endedEarly: (name, code) => `${name} ended before it was ready (${code})`,
  stageTimedOut: (name, minutes) => `${name} was stopped after ${minutes} minutes`,
  noReport: (name) => `${name}: jest ended without a report`,
  noTests: (name) => `${name}: no tests were run`,
  exitedBadly: (name) => `${name}: jest failed although no test did (see above)`,
  skipped: (name) => `skipped: ${name}`,
  unfinished: (name) => `could not run: ${name}`,
  failedItem: (name) => `failed: ${name}`,
  interrupted: (signal) => `stopped by ${signal}`,
  ended: (name) => `${name} ended, stopping the rest`,
  noSuchProject: 'No project of that name: libs, api, web, medium, egress or e2e.',
  preparation: 'preparation',
  stage: (name, outcome, took) => `${name}: ${outcome}${took && `, ${took}`}`,
  summary: (passed, failed) => `${passed} passed, ${failed} failed`,
};
