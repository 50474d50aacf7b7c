import { orderedSubtitles } from './ordered-subtitles.js';

it.each<[string, string | null, string]>([
  ['de', 'Deutsch', 'German'],
  ['en-eEY6OEpapPo', 'English, for singers', 'English, for singers'],
  ['en-eEY6OEpapPo', null, 'English (eEY6OEpapPo)'],
  ['und', null, 'Unknown language'],
  ['und', 'The only one', 'The only one'],
  ['und-x-made-up', null, 'Unknown language'],
  ['not a tag', null, 'not a tag'],
  ['', null, 'Unknown language'],
])("names %j with the site's name %j %j", (language, name, shownName) => {
  const subtitles = [{ language, name, machine: false }];
  const [shown] = orderedSubtitles(subtitles, 'en', ['en'], 'Unknown language');
  expect(shown?.shownName).toBe(shownName);
});
