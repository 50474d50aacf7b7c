import { codingVerdict, learnCodings, type KnownCoding } from './segment-coding.js';
import type { StreamCoding } from './segment-report.js';

const video = (coding: string, id = 256): StreamCoding => ({ id, type: 'video', coding });
const audio = (coding: string, id = 257): StreamCoding => ({ id, type: 'audio', coding });
const learnt = (...segments: StreamCoding[][]): KnownCoding[] => segments.reduce(learnCodings, []);

/**
 * The codings of a segment whose video has this coding; `-` for a segment that doesn't give its
 * coding.
 */
const coded = (letter: string): StreamCoding[] => (letter === '-' ? [] : [video(letter)]);

describe('codingVerdict', () => {
  it.each([
    ['aa', 'a', 'a', null],
    ['aa', 'b', 'a', 'foreign'],
    ['aa', 'b', 'b', 'as recorded'],
    ['aa', 'b', 'c', 'as recorded'],
    ['aa', 'b', '-', 'foreign'],
    ['aa', '-', 'a', null],
    // The segments in between do not show their coding.
    ['aa-', 'b', 'a', 'foreign'],
    ['aa--', 'b', 'b', 'as recorded'],
    // Either of the first two segments may be the foreign one.
    ['', 'b', 'a', 'foreign'],
    ['', 'a', '-', null],
    ['a', 'b', 'b', 'foreign'],
    ['-a', 'b', 'b', 'foreign'],
    ['a-', 'b', 'b', 'foreign'],
    ['aab', 'c', 'c', 'as recorded'],
  ])('after %j, judges %j before %j as %j', (before, current, next, expected) => {
    const known = learnt(...[...before].map(coded));
    expect(codingVerdict(known, coded(current), coded(next))).toBe(expected);
  });

  it('compares each stream with itself, so that audio may start late and end early', () => {
    const both = [video('a'), audio('x')];
    expect(codingVerdict(learnt([video('a')]), both, both)).toBeNull();
    expect(codingVerdict(learnt(both, both), [video('a')], [])).toBeNull();
    expect(codingVerdict(learnt(both, both), [video('a'), audio('y')], both)).toBe('foreign');
  });

  it('matches a stream with another id, but not with a second stream of its type', () => {
    const known = learnt([audio('x')], [audio('x')]);
    expect(codingVerdict(known, [audio('y', 300)], [])).toBe('foreign');
    expect(codingVerdict(known, [audio('x'), audio('y', 300)], [])).toBeNull();
  });
});
