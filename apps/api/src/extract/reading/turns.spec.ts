import { expectedWaitMs, nextTurn } from './turns.js';

/** Readings by the visitors who wait for them: `ab` is one that both a and b have asked for. */
const readings = (...names: string[]) => names.map((name) => ({ visitors: new Set(name) }));

/** @param state who runs | who waits, of so many lanes */
function standing(state: string, lanes: number, { shares = true, served = '' } = {}) {
  const [running = [], waiting = []] = state
    .split('|')
    .map((part) => readings(...part.trim().split(/\s+/).filter(Boolean)));
  const turns = new Map([...served].map((visitor, at) => [visitor, at + 1]));
  return { lanes, running, waiting, served: turns, shares };
}

describe('nextTurn', () => {
  it.each<[what: string, state: string, next: number | null, options?: object]>([
    ['nobody waits', '|', null],
    ['the first of one visitor', '| a a', 0],
    ['who has no lane before who has', 'a | a a b', 2],
    ['who was served longer ago', '| a b c', 1, { served: 'bac' }],
    ['who was not served at all', '| a b c', 2, { served: 'ba' }],
    ['nobody while no lane is free', 'a b c d | e', null],
    ['a second lane of four', 'a | a', 0],
    ['no third one', 'a a | a', null],
    ['no second one beside two others', 'a b c | a', null],
    ['but for who has none', 'a b c | a d', 1],
    ['a page that another waits for, too', 'a a | a ab', 1],
    ['all lanes where nothing is shared', 'a a a | a', 0, { shares: false }],
  ])('%s: %s', (_, state, next, options = {}) => {
    const now = standing(state, 4, options);
    expect(nextTurn(now)).toBe(next === null ? null : now.waiting[next]);
  });

  it('gives one lane to a visitor where there is but one', () => {
    const now = standing('| a', 1);
    expect(nextTurn(now)).toBe(now.waiting[0]);
  });
});

describe('expectedWaitMs', () => {
  it.each<[state: string, lanes: number, wait: number, options?: object]>([
    ['|', 4, 0],
    ['b b |', 4, 0],
    ['a a |', 4, 500],
    ['b b | b b b b', 4, 0],
    ['b b c d |', 4, 250],
    // One of the others' turns comes before it.
    ['b b c d | b b b b b b b b', 4, 500],
    ['b b c d | e f g', 4, 1000],
    ['a b c d | a a a', 4, 1500],
    // Its own share is what it waits for, not the others.
    ['a a | a a a', 4, 2000],
    ['a a |', 4, 0, { shares: false }],
    ['a a a a | a a a', 4, 1000, { shares: false }],
  ])('%s of %i: %i', (state, lanes, wait, options = {}) => {
    expect(expectedWaitMs('a', standing(state, lanes, options), 1000)).toBe(wait);
  });
});
