import { lockMatches } from './lock-match.mjs';

const wanted = {
  packages: {
    '': { version: '1.0.0' },
    'node_modules/a': { version: '1.2.3' },
    'node_modules/b': { link: true, resolved: 'libs/b' },
    'node_modules/other-platform': { version: '1.0.0', optional: true },
    'node_modules/dev-other-platform': { version: '1.0.0', devOptional: true },
  },
};
const a = { version: '1.2.3' };
const b = { link: true, resolved: 'libs/b' };

describe('lockMatches', () => {
  it.each([
    ['everything there', { 'node_modules/a': a, 'node_modules/b': b }, true],
    [
      'an optional one too',
      {
        'node_modules/a': a,
        'node_modules/b': b,
        'node_modules/other-platform': { version: '1.0.0' },
      },
      true,
    ],
    ['one missing', { 'node_modules/a': a }, false],
    ['another version', { 'node_modules/a': { version: '1.2.4' }, 'node_modules/b': b }, false],
    [
      'a link that leads elsewhere',
      { 'node_modules/a': a, 'node_modules/b': { link: true, resolved: 'libs/c' } },
      false,
    ],
    [
      'a package instead of the link',
      { 'node_modules/a': a, 'node_modules/b': { version: '1.0.0' } },
      false,
    ],
    [
      'one too many',
      { 'node_modules/a': a, 'node_modules/b': b, 'node_modules/x': { version: '1.0.0' } },
      false,
    ],
    [
      'an optional one in another version',
      {
        'node_modules/a': a,
        'node_modules/b': b,
        'node_modules/other-platform': { version: '2.0.0' },
      },
      false,
    ],
    ['nothing installed', {}, false],
  ])('%s', (_case, packages, expected) => {
    expect(lockMatches(wanted, { packages })).toBe(expected);
  });
});
