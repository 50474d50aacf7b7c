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
      status: 'passed',
      assertionResults: [{ status: 'pending', fullName: 'left out' }],
    },
  ],
  ...part,
});

it.each<
  [what: string, JestReport | undefined, exitCode: number | null, strict: boolean, failed: number]
>([
  ['no failure if all tests pass', report(), 0, true, 0],
  ['one failure if one test fails', report({ numFailedTests: 1 }), 1, true, 1],
  ['one failure if a suite cannot be loaded', report({ numRuntimeErrorTestSuites: 1 }), 1, true, 1],
  [
    'skipped and todo tests as failures in CI',
    report({ numPendingTests: 1, numTodoTests: 1 }),
    0,
    true,
    2,
  ],
  ['no failure for a skipped test outside CI', report({ numPendingTests: 1 }), 0, false, 0],
  [
    'one failure if there are no tests',
    report({ numPassedTests: 0, numTotalTests: 0 }),
    0,
    true,
    1,
  ],
  ['one failure if there is no report', undefined, 0, true, 1],
  ['one failure for an unexplained exit code', report(), 1, true, 1],
  ['one failure if jest is killed after writing its report', report(), null, true, 1],
])('counts %s', (_, given, exitCode, strict, failed) => {
  expect(countReport(given, { exitCode, strict }).failed).toBe(failed);
});

it('lists skipped tests by name', () => {
  expect(countReport(report(), { exitCode: 0, strict: true }).lines).toEqual(['skipped: left out']);
});

it('lists failed tests by name, and files that could not be loaded', () => {
  const file = { startTime: 0, endTime: 1, status: 'failed' };
  const broken = report({
    numFailedTests: 1,
    numRuntimeErrorTestSuites: 1,
    testResults: [
      {
        ...file,
        name: '/a.spec.ts',
        assertionResults: [{ status: 'failed', fullName: 'is wrong' }],
      },
      { ...file, name: '/b.spec.ts', assertionResults: [] },
    ],
  });
  expect(countReport(broken, { exitCode: 1, strict: true }).lines).toEqual([
    'failed: is wrong',
    'failed: /b.spec.ts',
  ]);
});
