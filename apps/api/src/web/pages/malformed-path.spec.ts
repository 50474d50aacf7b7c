import { withWellFormedPath } from './malformed-path.js';

describe('withWellFormedPath', () => {
  it.each([
    ['/', '/'],
    ['/%70review?a=%zz', '/%70review?a=%zz'],
    ['/p/a_b%0', '/p/a_b%250'],
    ['/%ED%A0%80', '/%25ED%25A0%2580'],
    ['/%70review%', '/%2570review%25'],
    ['/%zz?url=%2', '/%25zz?url=%2'],
    ['/%', '/%25'],
  ])('turns %s into %s', (url, expected) => {
    expect(withWellFormedPath(url)).toBe(expected);
  });
});
