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
  ['all pass', report(), 0, true, 0],
  ['one fails', report({ numFailedTests: 1 }), 1, true, 1],
  ['a suite could not be loaded', report({ numRuntimeErrorTestSuites: 1 }), 1, true, 1],
  ['some are left out in CI', report({ numPendingTests: 1, numTodoTests: 1 }), 0, true, 2],
  ['some are left out on a laptop', report({ numPendingTests: 1 }), 0, false, 0],
  ['no tests at all', report({ numPassedTests: 0, numTotalTests: 0 }), 0, true, 1],
  ['no report', undefined, 0, true, 1],
  ['an exit code that nothing explains', report(), 1, true, 1],
  ['killed after its report', report(), null, true, 1],
])('%s', (_, given, exitCode, strict, failed) => {
  expect(countReport(given, { exitCode, strict }).failed).toBe(failed);
});

it('names what is left out', () => {
  expect(countReport(report(), { exitCode: 0, strict: true }).lines).toEqual(['skipped: left out']);
});
