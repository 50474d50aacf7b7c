import { hostname } from 'node:os';
import { isKnownDead, workerId } from './worker-id.js';

const [here = ''] = workerId().split(' ');

describe('isKnownDead', () => {
  it.each([
    ['this process', workerId(), false],
    ['a process of another machine', 'elsewhere 1 5', false],
    ['a container with the name of this machine', `${hostname()}/pid:[1] 4194304 5`, false],
    ['a number that nobody has', `${here} 4194304 5`, true],
    ['a number that somebody else has now', `${here} ${process.pid} 1`, true],
    ['something that is no worker', 'nonsense', false],
    ['nothing', '', false],
    ['a process of this machine that could not be named', `${here} 4194304 unknown`, false],
  ])('%s: %s', (_, worker, expected) => {
    expect(isKnownDead(worker)).toBe(expected);
  });

  it('names a process the same way each time', () => {
    expect(workerId()).toBe(workerId());
    expect(workerId().split(' ')).toHaveLength(3);
  });
});
