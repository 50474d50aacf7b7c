import { MERGE_MESSAGES, PLAYER_MESSAGES, STATUS_MESSAGES } from '@dipper/contract';
import texts from './preview.json';

/** The preview page, with the messages of specification §8, shared with the server. */
export default {
  ...texts,
  messages: { merge: MERGE_MESSAGES, player: PLAYER_MESSAGES },
  stages: STATUS_MESSAGES,
};
