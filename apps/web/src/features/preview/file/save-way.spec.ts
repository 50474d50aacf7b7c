import { saveWay, SHARE_LIMIT } from './save-way.js';

it.each([
  ['anything but iOS', undefined, true, 1, 'checked'],
  ['a tab on iOS', false, true, 1, 'native'],
  ['an app, at the limit', true, true, SHARE_LIMIT, 'share'],
  ['an app, one past it', true, true, SHARE_LIMIT + 1, 'browser'],
  ['an app, size unknown', true, true, null, 'browser'],
  ['an app that shares no files', true, false, 1, 'browser'],
] as const)('%s', (_case, standalone, canShareFiles, sizeBytes, way) => {
  expect(saveWay({ standalone, canShareFiles, sizeBytes })).toBe(way);
});
