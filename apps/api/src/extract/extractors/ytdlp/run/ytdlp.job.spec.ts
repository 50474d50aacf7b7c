import { ProcessError } from '../../../../infra/process/run-process.js';
import { checkRunResult, type RunResult } from './ytdlp.job.js';

const went = (changes: Partial<RunResult> = {}): RunResult => ({
  ...{ ended: null, code: 1, signal: null, stderr: 'ERROR: one of them is private' },
  ...changes,
});
const list = JSON.stringify({ _type: 'playlist', entries: [null, { id: 'b' }] });

describe('checkRunResult', () => {
  it.each<[string, RunResult, string]>([
    ['a successful run', went({ code: 0 }), 'anything'],
    ['a list with some failed entries', went(), list],
  ])('accepts %s', (_, ending, output) => {
    expect(() => checkRunResult(ending, output)).not.toThrow();
  });

  it.each<[string, RunResult, string]>([
    ['an item that failed', went(), 'null'],
    ['a list with only failed entries', went(), '{"entries":[null,null]}'],
    ['an item after an error', went(), '{"id":"a"}'],
    ['a truncated list', went(), list.slice(0, -3)],
    ['empty output', went(), ''],
    ['a different exit code', went({ code: 2 }), list],
    ['a run that was ended by a signal', went({ code: null, signal: 'SIGKILL' }), list],
    ['a run that took too long', went({ ended: 'timeout' }), list],
  ])('rejects %s', (_, ending, output) => {
    expect(() => checkRunResult(ending, output)).toThrow(ProcessError);
  });
});
