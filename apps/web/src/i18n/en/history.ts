import { HISTORY_MESSAGES, MERGE_MESSAGES, SHARE_MESSAGES } from '@dipper/contract';
import texts from './history.json';

/** The texts of the download history, with the messages of specification §8. */
export default {
  ...texts,
  messages: {
    ...HISTORY_MESSAGES,
    copied: SHARE_MESSAGES.copied,
    copyFailed: SHARE_MESSAGES.copyFailed,
    expired: MERGE_MESSAGES.expired,
  },
};
