import { SAY } from '../messages.mjs';

/**
 * @typedef {object} JestReport The fields of `jest --json` that we read
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {number} numTotalTests
 * @property {number} numRuntimeErrorTestSuites suites that could not be loaded, or in which a hook
 *   failed
 * @property {FileReport[]} testResults
 *
 * @typedef {object} FileReport
 * @property {string} name the path
 * @property {number} startTime
 * @property {number} endTime
 * @property {string} status 'failed' even if no test failed, when the file could not be loaded
 * @property {{ status: string, fullName: string }[]} assertionResults
 *
 * @typedef {{ passed: number, failed: number, lines: string[] }} Count `lines` are further messages
 *   to print
 */

/**
 * Counts the results of a run of jest. A run without a report or without tests is a failure, and so
 * is an unexplained exit code. Otherwise a suite could disappear unnoticed.
 * @param {JestReport | undefined} report
 * @param {{ exitCode: number | null, strict: boolean }} context strict: true if skipped tests count
 * as failures
 * @returns {Count}
 */
export function countReport(report, { exitCode, strict }) {
  if (!report) {
    return { passed: 0, failed: 1, lines: [SAY.noReport] };
  }
  const passed = report.numPassedTests;
  const lines = report.testResults.flatMap(linesAbout);
  const broken = report.numFailedTests + report.numRuntimeErrorTestSuites;
  const failed = broken + (strict ? report.numPendingTests + report.numTodoTests : 0);
  if (failed === 0 && (report.numTotalTests === 0 || exitCode !== 0)) {
    const why = report.numTotalTests === 0 ? SAY.noTests : SAY.exitedBadly;
    return { passed, failed: 1, lines: [...lines, why] };
  }
  return { passed, failed, lines };
}

/**
 * Returns a line for each test of a file that failed or was skipped, to repeat at the end of a long
 * output.
 * @param {FileReport} file
 */
function linesAbout({ name, status, assertionResults }) {
  const lines = assertionResults.flatMap((test) => {
    if (test.status === 'failed') {
      return SAY.failedCheck(test.fullName);
    }
    return test.status === 'passed' ? [] : SAY.skipped(test.fullName);
  });
  const isUnexplained =
    status === 'failed' && !assertionResults.some((test) => test.status === 'failed');
  return isUnexplained ? [...lines, SAY.failedCheck(name)] : lines;
}
