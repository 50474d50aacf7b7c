import { UNTITLED } from '@dipper/contract';
import { UNKNOWN_PLATFORM } from '@dipper/media';
import common from './en/common.json';

it('says in English what the server says', () => {
  expect(common.unknownPlatform).toBe(UNKNOWN_PLATFORM);
  expect(common.untitled).toBe(UNTITLED);
});
