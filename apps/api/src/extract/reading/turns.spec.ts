import { expectedWaitMs, lineOf, nextTurn } from './turns.js';

/** Reads that are named after their visitors: both a and b wait for `ab`. */
const reads = (...names: string[]) => names.map((name) => ({ visitors: new Set(name) }));

/**
 * @param state "running | waiting"
 * @param slots number of slots
 */
function lineState(state: string, slots: number, { shares = true, served = '' } = {}) {
  const [running = [], waiting = []] = state
    .split('|')
    .map((part) => reads(...part.trim().split(/\s+/).filter(Boolean)));
  const turns = new Map([...served].map((visitor, at) => [visitor, at + 1]));
  return { slots, running, waiting, served: turns, shares };
}

describe('nextTurn', () => {
  it.each<[what: string, state: string, next: number | null, options?: object]>([
    ['nobody from an empty line', '|', null],
    ['the first page of a single visitor', '| a a', 0],
    ['a visitor without a slot first', 'a | a a b', 2],
    ['the visitor who was served least recently', '| a b c', 1, { served: 'bac' }],
    ['a visitor who was never served', '| a b c', 2, { served: 'ba' }],
    ['nobody if no slot is free', 'a b c d | e', null],
    ['a second slot of four', 'a | a', 0],
    ['no third slot for the same visitor', 'a a | a', null],
    ['no second slot beside two other visitors', 'a b c | a', null],
    ['a visitor without a slot instead', 'a b c | a d', 1],
    ['a page for which another visitor also waits', 'a a | a ab', 1],
    ['any page if slots are not shared', 'a a a | a', 0, { shares: false }],
  ])('selects %s: %s', (_, state, next, options = {}) => {
    const now = lineState(state, 4, options);
    expect(nextTurn(now)).toBe(next === null ? null : now.waiting[next]);
  });

  it('gives a visitor the only slot', () => {
    const now = lineState('| a', 1);
    expect(nextTurn(now)).toBe(now.waiting[0]);
  });
});

describe('expectedWaitMs', () => {
  it.each<[state: string, slots: number, wait: number, options?: object]>([
    ['|', 4, 0],
    ['b b |', 4, 0],
    ['a a |', 4, 500],
    ['b b | b b b b', 4, 0],
    ['b b c d |', 4, 250],
    // Each other visitor has one turn first.
    ['b b c d | b b b b b b b b', 4, 500],
    ['b b c d | e f g', 4, 1000],
    ['a b c d | a a a', 4, 1500],
    // The visitor waits for their own share of the slots, not for other visitors.
    ['a a | a a a', 4, 2000],
    ['a a |', 4, 0, { shares: false }],
    ['a a a a | a a a', 4, 1000, { shares: false }],
  ])('for %s with %i slots, expects %i ms', (state, slots, wait, options = {}) => {
    expect(expectedWaitMs('a', lineState(state, slots, options), 1000)).toBe(wait);
  });
});

describe('lineOf', () => {
  it.each<[what: string, state: string, line: string, options?: object]>([
    ['nobody if no read waits', 'a |', ''],
    ['visitors in order of arrival', 'a b c d | e f g', 'e:250 f:500 g:750'],
    ["other visitors before one visitor's second page", 'b c d e | a a f', 'a:250 f:500 a:750'],
    ['a visitor without a slot first', 'a b c d | a e', 'e:250 a:500'],
    ['the least recently served first', 'd e f g | a b c', 'b:250 a:500 c:750', { served: 'bac' }],
    ['a page by the best place among its visitors', 'a b c d | a ae f', 'ae:250 f:500 a:750'],
    // One visitor gets half of the slots.
    ['one visitor who waits for their own pages', 'a a | a a', 'a:500 a:1000'],
    ['one visitor who may use all slots', 'a a a a | a a', 'a:250 a:500', { shares: false }],
  ])('lists %s: %s', (_, state, line, options = {}) => {
    const now = lineState(state, 4, options);
    const shown = lineOf(now, 1000).map(
      ({ read, waitMs }) => `${[...read.visitors].join('')}:${waitMs}`,
    );
    expect(shown.join(' ')).toBe(line);
  });

  it('lists reads in the order in which slots are assigned', () => {
    const served = new Map<string, number>();
    let waiting = reads('a', 'a', 'b', 'a', 'c', 'b');
    const said = lineOf({ slots: 1, running: [], waiting, served, shares: true }, 1000);
    const given: typeof waiting = [];
    for (let turn = 1; waiting.length > 0; turn += 1) {
      const next = nextTurn({ slots: 1, running: [], waiting, served, shares: true });
      next?.visitors.forEach((visitor) => served.set(visitor, turn));
      given.push(...waiting.filter((one) => one === next));
      waiting = waiting.filter((one) => one !== next);
    }
    expect(said.map(({ read }) => read)).toEqual(given);
  });
});
