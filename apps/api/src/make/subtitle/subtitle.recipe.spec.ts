import type { SubtitleTrack } from '../../extract/source-info.js';
import { trackOf } from './subtitle.recipe.js';

const track = (language: string, machine: boolean): SubtitleTrack =>
  ({ language, machine }) as SubtitleTrack;
const subtitles = [track('de', true), track('de', false), track('fr', true)];

it.each([
  ['written by people', { language: 'de' }, 1],
  ['that are auto-generated, on request', { language: 'de', machine: true }, 0],
  ['that are auto-generated, if there are no others', { language: 'fr' }, 2],
])('chooses subtitles %s', (_, wish, at) => {
  expect(trackOf({ subtitles }, wish)).toBe(subtitles[at]);
});

it('refuses a language without subtitles', () => {
  expect(() => trackOf({ subtitles }, { language: 'en' })).toThrow();
});
