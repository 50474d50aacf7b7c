import { isKnownDead, processName } from './process-name.js';

const [here = ''] = processName().split(' ');
const [host = '', boot = ''] = here.split('_');

describe('isKnownDead', () => {
  it.each([
    ['this process', processName(), false],
    ['a process on another machine', 'elsewhere 1 5', false],
    [
      'a process in a container with the name of this machine',
      `${host}_${boot}_1 4194304 5`,
      false,
    ],
    [
      'a process on a machine with our name and namespace',
      here.replace(boot, '00000000') + ' 4194304 5',
      false,
    ],
    ['an unused process id', `${here} 4194304 5`, true],
    ['a reused process id', `${here} ${process.pid} 1`, true],
    ['text that is not the name of a process', 'nonsense', false],
    ['an empty name', '', false],
    ['a process on this machine without a start time', `${here} 4194304 unknown`, false],
  ])('reports %s (%s) as dead: %s', (_, name, expected) => {
    expect(isKnownDead(name)).toBe(expected);
  });

  it('gives a process a constant name that is safe in file names', () => {
    expect(processName()).toBe(processName());
    expect(processName()).toMatch(/^[^ /]+ \d+ [^ /]+$/);
  });
});
