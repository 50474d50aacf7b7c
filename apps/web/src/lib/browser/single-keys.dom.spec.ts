import { keepSingleKeys, singleKeysOn } from './single-keys.js';

it('single-key shortcuts are on until the visitor switches them off, and can be switched on again', () => {
  expect(singleKeysOn()).toBe(true);
  keepSingleKeys(false);
  expect(singleKeysOn()).toBe(false);
  keepSingleKeys(true);
  expect(singleKeysOn()).toBe(true);
});
