/**
 * What `npm test` runs with jest: which projects, on which backend.
 *
 * @typedef {object} Stage
 * @property {string} name
 * @property {string[]} projects of jest.config.mjs
 * @property {'embedded' | 'services'} backend what the servers under test are given
 * @property {string[]} [filter] further arguments of jest
 */

/** @type {Stage[]} */
const ALL = [
  { name: 'unit', projects: ['libs', 'api', 'web'], backend: 'embedded' },
  {
    name: 'whole, embedded',
    projects: ['medium', 'e2e', 'egress'],
    backend: 'embedded',
  },
  {
    name: 'whole, PostgreSQL and Redis',
    projects: ['medium', 'e2e'],
    backend: 'services',
  },
];

const PROJECTS = ['libs', 'api', 'web', 'medium', 'egress', 'e2e'];

/**
 * The stages a command line asks for. `--only a,b` keeps these projects, on every backend they run
 * on; anything else goes to jest as it is, for one run of all projects (or the ones of --only).
 * @param {string[]} argv
 * @returns {{ check: boolean, stages: Stage[] }} check: whether format, lint and types are wanted
 */
export function stagesFor(argv) {
  const at = argv.indexOf('--only');
  const only = at === -1 ? undefined : (argv[at + 1] ?? '').split(',');
  const rest = at === -1 ? argv : argv.filter((_, i) => i !== at && i !== at + 1);
  if (rest.length > 0) {
    const stage = { name: 'chosen', projects: only ?? PROJECTS, filter: rest };
    return { check: false, stages: [{ ...stage, backend: 'embedded' }] };
  }
  if (!only) {
    return { check: true, stages: ALL };
  }
  const kept = ALL.map((stage) => ({
    ...stage,
    projects: stage.projects.filter((project) => only.includes(project)),
  }));
  return { check: false, stages: kept.filter(({ projects }) => projects.length > 0) };
}
