import { expectedWaitMs, lineOf, nextTurn } from './turns.js';

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

describe('lineOf', () => {
  it.each<[what: string, state: string, line: string, options?: object]>([
    ['nobody', 'a |', ''],
    ['in the order they came', 'a b c d | e f g', 'e:250 f:500 g:750'],
    ["others' first before one's second", 'b c d e | a a f', 'a:250 f:500 a:750'],
    ['who has no lane before who has', 'a b c d | a e', 'e:250 a:500'],
    ['who was served longer ago first', 'd e f g | a b c', 'b:250 a:500 c:750', { served: 'bac' }],
    ['a page by the best of those who wait for it', 'a b c d | a ae f', 'ae:250 f:500 a:750'],
    // Half of the lanes is what one visitor gets.
    ['one who waits for their own', 'a a | a a', 'a:500 a:1000'],
    ['one who may take all', 'a a a a | a a', 'a:250 a:500', { shares: false }],
  ])('%s: %s', (_, state, line, options = {}) => {
    const now = standing(state, 4, options);
    const shown = lineOf(now, 1000).map(
      ({ reading, waitMs }) => `${[...reading.visitors].join('')}:${waitMs}`,
    );
    expect(shown.join(' ')).toBe(line);
  });

  it('gives lanes in the order it says, when nobody comes or leaves', () => {
    const served = new Map<string, number>();
    let waiting = readings('a', 'a', 'b', 'a', 'c', 'b');
    const said = lineOf({ lanes: 1, running: [], waiting, served, shares: true }, 1000);
    const given: typeof waiting = [];
    for (let turn = 1; waiting.length > 0; turn += 1) {
      const next = nextTurn({ lanes: 1, running: [], waiting, served, shares: true });
      next?.visitors.forEach((visitor) => served.set(visitor, turn));
      given.push(...waiting.filter((one) => one === next));
      waiting = waiting.filter((one) => one !== next);
    }
    expect(said.map(({ reading }) => reading)).toEqual(given);
  });
});
