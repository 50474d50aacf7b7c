import { countReport, type JestReport } from './count-report.mjs';

const report = (part: Partial<JestReport> = {}): JestReport => ({
  numPassedTests: 2,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  numTotalTests: 2,
  numRuntimeErrorTestSuites: 0,
  testResults: [
    {
      name: '/a.spec.ts',
      startTime: 0,
      endTime: 1,
      assertionResults: [{ status: 'pending', fullName: 'left out' }],
    },
  ],
  ...part,
});

it.each<
  [what: string, JestReport | undefined, exitCode: number | null, strict: boolean, failed: number]
>([
  ['0 when all tests pass', report(), 0, true, 0],
  ['1 when one test fails', report({ numFailedTests: 1 }), 1, true, 1],
  ['1 when a suite cannot be loaded', report({ numRuntimeErrorTestSuites: 1 }), 1, true, 1],
  ['skipped and todo tests in CI', report({ numPendingTests: 1, numTodoTests: 1 }), 0, true, 2],
  ['no skipped test outside CI', report({ numPendingTests: 1 }), 0, false, 0],
  ['1 when there are no tests', report({ numPassedTests: 0, numTotalTests: 0 }), 0, true, 1],
  ['1 when there is no report', undefined, 0, true, 1],
  ['1 for an unexplained exit code', report(), 1, true, 1],
  ['1 when jest was killed after its report', report(), null, true, 1],
])('counts as failed %s', (_, given, exitCode, strict, failed) => {
  expect(countReport(given, { exitCode, strict }).failed).toBe(failed);
});

it('names skipped tests', () => {
  expect(countReport(report(), { exitCode: 0, strict: true }).lines).toEqual(['skipped: left out']);
});
