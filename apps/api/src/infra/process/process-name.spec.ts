import { isKnownDead, processName } from './process-name.js';

const [here = ''] = processName().split(' ');
const [host = '', boot = ''] = here.split('_');

describe('isKnownDead', () => {
  it.each([
    ['this process', processName(), false],
    ['a process of another machine', 'elsewhere 1 5', false],
    ['a container with the name of this machine', `${host}_${boot}_1 4194304 5`, false],
    ['a machine with our name and namespace', here.replace(boot, '00000000') + ' 4194304 5', false],
    ['an unused process id', `${here} 4194304 5`, true],
    ['a reused process id', `${here} ${process.pid} 1`, true],
    ['text that names no process', 'nonsense', false],
    ['an empty name', '', false],
    ['a process of this machine without a start time', `${here} 4194304 unknown`, false],
  ])('judges %s: %s, %s', (_, name, expected) => {
    expect(isKnownDead(name)).toBe(expected);
  });

  it('names a process consistently and safely for file names', () => {
    expect(processName()).toBe(processName());
    expect(processName()).toMatch(/^[^ /]+ \d+ [^ /]+$/);
  });
});
