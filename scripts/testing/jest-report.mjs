import { SAY } from '../messages.mjs';

/**
 * @typedef {object} JestReport what `jest --json` writes, as far as it is read here
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {number} numTotalTests
 * @property {boolean} success
 * @property {{ name: string, status: string, message: string,
 *   assertionResults: { status: string, fullName: string }[] }[]} testResults
 *
 * @typedef {object} Count
 * @property {string} name of the run
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} named a line for each thing that went wrong or was left out
 */

const NOT_RUN = new Set(['pending', 'skipped', 'todo', 'disabled']);

/**
 * What one run of jest comes to. A suite that could not run is one failure, and so are a run
 * without a report or without tests, and an exit code nothing else explains: a suite that has
 * silently gone missing must not look like success.
 * @param {string} name
 * @param {JestReport | undefined} report
 * @param {{ exitCode: number | null, strict: boolean }} context strict: tests left out are failures
 * @returns {Count}
 */
export function countReport(name, report, { exitCode, strict }) {
  if (!report) {
    return { name, passed: 0, failed: 1, named: [SAY.noReport(name)] };
  }
  const tests = report.testResults.flatMap((suite) => suite.assertionResults);
  const failed = tests.filter(({ status }) => status === 'failed');
  const leftOut = tests.filter(({ status }) => NOT_RUN.has(status));
  const unfinished = report.testResults.filter(
    (suite) =>
      suite.status === 'failed' &&
      !suite.assertionResults.some(({ status }) => status === 'failed'),
  );
  const named = [
    ...failed.map((test) => SAY.failedItem(`${name}: ${test.fullName}`)),
    ...unfinished.map((suite) => SAY.unfinished(`${name}: ${suite.name}`)),
    ...leftOut.map((test) => SAY.skipped(`${name}: ${test.fullName}`)),
  ];
  const failures = failed.length + unfinished.length + (strict ? leftOut.length : 0);
  const passed = report.numPassedTests;
  if (report.numTotalTests === 0 && failures === 0) {
    return { name, passed, failed: 1, named: [...named, SAY.noTests(name)] };
  }
  if (exitCode !== 0 && failures === 0) {
    return { name, passed, failed: 1, named: [...named, SAY.exitedBadly(name)] };
  }
  return { name, passed, failed: failures, named };
}
