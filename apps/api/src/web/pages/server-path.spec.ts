import { isServerPath } from './server-path.js';

describe('isServerPath', () => {
  it.each([
    ['/api', true],
    ['/api/nope', true],
    ['/socket.io/', true],
    ['/assets/entry.js', true],
    ['/metrics', true],
    ['/apiary', false],
    ['/', false],
    ['/preview', false],
    ['/x/api/', false],
  ])('treats %s as a server path: %s', (path, expected) => {
    expect(isServerPath(path)).toBe(expected);
  });
});
