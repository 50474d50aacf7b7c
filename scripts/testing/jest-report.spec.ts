import { countReport, type JestReport } from './jest-report.mjs';

type Suite = JestReport['testResults'][number];

const suite = (statuses: string[], part: Partial<Suite> = {}): Suite => ({
  name: 'a.spec.ts',
  status: statuses.includes('failed') ? 'failed' : 'passed',
  message: '',
  assertionResults: statuses.map((status, i) => ({ status, fullName: `${status} ${i}` })),
  ...part,
});

const report = (...testResults: Suite[]): JestReport => {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const count = (status: string): number => all.filter((test) => test.status === status).length;
  return {
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numPendingTests: count('pending'),
    numTodoTests: count('todo'),
    numTotalTests: all.length,
    success: testResults.every(({ status }) => status === 'passed'),
    testResults,
  };
};

/** The report, jest's exit code, and whether tests left out are failures. */
type Given = [JestReport | undefined, number | null, boolean];

describe('countReport', () => {
  it.each<[string, Given, [number, number], string[]]>([
    ['all pass', [report(suite(['passed', 'passed'])), 0, true], [2, 0], []],
    [
      'one fails',
      [report(suite(['passed', 'failed'])), 1, true],
      [1, 1],
      ['failed: run: failed 1'],
    ],
    [
      'a suite cannot be loaded',
      [report(suite(['passed']), suite([], { status: 'failed', name: 'b.spec.ts' })), 1, true],
      [1, 1],
      ['could not run: run: b.spec.ts'],
    ],
    [
      'a hook fails after its tests have passed',
      [report(suite(['passed'], { status: 'failed' })), 1, true],
      [1, 1],
      ['could not run: run: a.spec.ts'],
    ],
    [
      'skipped where that is a failure',
      [report(suite(['passed', 'pending', 'todo'])), 0, true],
      [1, 2],
      ['skipped: run: pending 1', 'skipped: run: todo 2'],
    ],
    [
      'skipped on somebody’s laptop',
      [report(suite(['passed', 'pending'])), 0, false],
      [1, 0],
      ['skipped: run: pending 1'],
    ],
    ['no tests at all', [report(), 0, true], [0, 1], ['run: no tests were run']],
    ['no report', [undefined, 0, true], [0, 1], ['run: jest ended without a report']],
    [
      'an exit code nothing explains',
      [report(suite(['passed'])), 1, true],
      [1, 1],
      ['run: jest failed although no test did (see above)'],
    ],
    [
      'killed after its report',
      [report(suite(['passed'])), null, true],
      [1, 1],
      ['run: jest failed although no test did (see above)'],
    ],
  ])('%s', (_case, [given, exitCode, strict], [passed, failed], named) => {
    expect(countReport('run', given, { exitCode, strict })).toEqual({
      name: 'run',
      passed,
      failed,
      named,
    });
  });
});
