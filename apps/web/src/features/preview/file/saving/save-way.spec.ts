import { saveWay, SHARE_LIMIT } from './save-way.js';

it.each([
  ['a system other than iOS', undefined, true, 1, 'checked'],
  ['a tab on iOS', false, true, 1, 'native'],
  ['an installed app with a file at the size limit', true, true, SHARE_LIMIT, 'share'],
  ['an installed app with a file past the size limit', true, true, SHARE_LIMIT + 1, 'browser'],
  ['an installed app with a file of unknown size', true, true, null, 'browser'],
  ['an installed app that cannot share files', true, false, 1, 'browser'],
] as const)('decides how %s saves a file', (_case, standalone, canShareFiles, sizeBytes, way) => {
  expect(saveWay({ standalone, canShareFiles, sizeBytes })).toBe(way);
});
