import { requestIdOf } from './request-id.js';

const NEW = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

describe('requestIdOf', () => {
  it.each([
    'a',
    'x'.repeat(64),
    '5f3a9c0e8b7d4c21a6e0f1d2c3b4a596',
    'Root=1-67891233-abcdef012345678912345678',
    'ab_c.d:9+',
  ])('keeps %s', (id) => {
    expect(requestIdOf(id)).toBe(id);
  });

  it.each([undefined, '', 'x'.repeat(65), 'two words', 'a"b', 'a\nb', '{"a":1}', 'é', ['a', 'b']])(
    'replaces %j with a new id',
    (id) => {
      expect(requestIdOf(id)).toMatch(NEW);
    },
  );
});
