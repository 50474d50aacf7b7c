import { UNTITLED } from '@dipper/contract';
import { UNKNOWN_PLATFORM } from '@dipper/media';
import common from '../../i18n/en/common.json';

it('uses the same English placeholders as the server', () => {
  expect(common.unknownPlatform).toBe(UNKNOWN_PLATFORM);
  expect(common.untitled).toBe(UNTITLED);
});
