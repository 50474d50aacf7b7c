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
 * @property {{ name: string, startTime: number, endTime: number, assertionResults: { status: string, fullName: string }[] }[]} testResults
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
  const leftOut = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => !['passed', 'failed'].includes(status));
  const lines = leftOut.map(({ fullName }) => SAY.skipped(fullName));
  const broken = report.numFailedTests + report.numRuntimeErrorTestSuites;
  const failed = broken + (strict ? report.numPendingTests + report.numTodoTests : 0);
  if (failed === 0 && (report.numTotalTests === 0 || exitCode !== 0)) {
    const why = report.numTotalTests === 0 ? SAY.noTests : SAY.exitedBadly;
    return { passed, failed: 1, lines: [...lines, why] };
  }
  return { passed, failed, lines };
}
