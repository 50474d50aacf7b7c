import { matchedRoute } from './matched-route.js';

describe('matchedRoute', () => {
  it.each([
    ['a route', { path: '/api/download/status/:id' }, '/api/download/status/:id'],
    ['a pattern that is not text', { path: /x/ }, null],
    ['no route', undefined, null],
  ])('reads the pattern of %s', (_, route, expected) => {
    expect(matchedRoute({ url: '/x', ...(route && { route }) })).toBe(expected);
  });
});
