import { sound } from '../../extract/testing/recorded-page.js';
import type { Probe } from '../probe-schema.js';
import type { Join } from '../recipe.js';
import { expectationOf, playedSeconds, wantedStreams } from './expectation.js';
import { joinRecipe } from '../testing/join-recipe.js';

const pair: Join = joinRecipe({ sound: sound() });
const probe = (durationSeconds: number, startSeconds = 0): Probe => ({
  ...{ streams: [], durationSeconds, startSeconds, guessed: false, isCounted: false },
});
const source = (durationSeconds: number | null): { path: string; bytes: number } => ({
  ...{ path: 'source', bytes: 9, durationSeconds },
});

describe('expectationOf', () => {
  it.each([
    ['the packet durations', [probe(60), probe(59)], [null, null], [60, 59]],
    [
      'a later end for a source that starts later on its own clock',
      [probe(60), probe(50, 5)],
      [null, null],
      [60, 55],
    ],
    ['no duration when the clocks of the segments jump', [probe(160)], [60], [null]],
    ['the packet duration when the segments nearly agree', [probe(60.4)], [60], [60.4]],
  ])('expects %s', (_, probes, seconds, expected) => {
    const sources = seconds.map(source);
    const found = expectationOf(pair, { sources, probes }).sources;
    expect(found.map(({ durationSeconds }) => durationSeconds)).toEqual(expected);
  });
});

describe('playedSeconds', () => {
  it.each([
    ['that of the longest source', [probe(60), probe(59)], [null, null], 60],
    ['that of the segments when the clock jumps', [probe(20)], [1200], 1200],
    ['that of the clock when the last segments claim too little', [probe(61)], [60], 61],
  ])('is %s', (_, probes, seconds, expected) => {
    expect(playedSeconds({ sources: seconds.map(source), probes })).toBe(expected);
  });
});

describe('wantedStreams', () => {
  it.each([
    ['the video of a pair', pair, 0, ['video']],
    ['the audio of a pair', pair, 1, ['audio']],
    ['all streams of a single file', { ...pair, sound: null }, 0, ['video', 'audio']],
    ['the audio of a single file', { ...pair, sound: null, isAudio: true }, 0, ['audio']],
  ])('expects %s', (_, recipe, index, wanted) => {
    expect(wantedStreams(recipe, index)).toEqual(wanted);
  });
});
