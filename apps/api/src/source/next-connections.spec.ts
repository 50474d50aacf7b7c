import { FIRST_CONNECTIONS, MOST_CONNECTIONS, nextConnections } from './next-connections.js';

const MB = 1024 * 1024;

describe('nextConnections', () => {
  it.each([
    ['slow ones get company', { connections: 3, rate: 3 * MB, refused: false }, 5],
    ['up to eight', { connections: 7, rate: MB, refused: false }, MOST_CONNECTIONS],
    ['and no more', { connections: 8, rate: MB, refused: false }, MOST_CONNECTIONS],
    ['fast ones are enough', { connections: 3, rate: 36 * MB, refused: false }, 3],
    ['just below that', { connections: 3, rate: 36 * MB - 3, refused: false }, 5],
    ['a source that complains gets half', { connections: 8, rate: MB, refused: true }, 4],
    ['and half of that', { connections: 3, rate: 100 * MB, refused: true }, 1],
    ['but never none', { connections: 1, rate: 0, refused: true }, 1],
  ])('%s', (_, observation, expected) => {
    expect(nextConnections(observation)).toBe(expected);
  });

  it('reaches eight from the first in three looks', () => {
    let connections = FIRST_CONNECTIONS;
    for (let look = 0; look < 3; look += 1) {
      connections = nextConnections({ connections, rate: connections, refused: false });
    }
    expect(connections).toBe(MOST_CONNECTIONS);
  });
});
