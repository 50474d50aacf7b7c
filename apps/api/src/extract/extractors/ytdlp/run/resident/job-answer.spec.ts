import { JobAnswer } from './job-answer.js';

const REPORT = { code: 0, signal: null, stderr: 'ä', cpuMs: 40, peakKb: 70_000, parentKb: 80_000 };
const WHOLE = Buffer.from(`4242\n{"title": "ü"}\n\0${JSON.stringify(REPORT)}\n`);

function answerTo(...chunks: (Buffer | string)[]): JobAnswer {
  const answer = new JobAnswer();
  chunks.forEach((chunk) => answer.take(Buffer.from(chunk as string)));
  return answer;
}

describe('JobAnswer', () => {
  it('parses an answer in chunks of any size', () => {
    for (let first = 0; first <= WHOLE.length; first += 1) {
      for (const second of [first, first + 1, WHOLE.length - 1]) {
        const answer = answerTo(
          WHOLE.subarray(0, first),
          WHOLE.subarray(first, second),
          WHOLE.subarray(Math.max(first, second)),
        );
        expect(answer).toMatchObject({ pid: 4242, output: '{"title": "ü"}\n', report: REPORT });
      }
    }
  });

  it('returns the process id before anything else arrives', () => {
    const answer = answerTo('4242\n');
    expect([answer.pid, answer.output, answer.report]).toEqual([4242, '', null]);
  });

  it('parses the report of a job that died without output', () => {
    const report = { ...REPORT, code: null, signal: 'SIGKILL' };
    const whole = `\0${JSON.stringify(report)}\n`;
    for (const at of [0, 1, 2, whole.length - 1]) {
      const answer = answerTo(whole.slice(0, at), whole.slice(at));
      expect([answer.pid, answer.output, answer.report]).toEqual([null, '', report]);
    }
  });

  it('counts output that nobody will read', () => {
    const answer = answerTo('4242\n', 'a'.repeat(1000));
    answer.discard();
    answer.take(Buffer.from('b'.repeat(10)));
    answer.discard();
    expect([answer.outputBytes, answer.output]).toEqual([1010, '']);
  });

  it.each([
    ['text instead of a process id', 'Traceback (most recent call last)\n'],
    ['process 1', '1\n'],
    ['no process id at all', 'x'.repeat(100)],
    ['an invalid report', '4242\n\0{"code": 0}\n'],
    ['a report that is not JSON', '4242\n\0oh\n'],
    ['a report without an end', `4242\n\0${' '.repeat(70_000)}`],
  ])('rejects %s', (_, given) => {
    expect(() => answerTo(given)).toThrow();
  });
});
