import { MERGE_MESSAGES, PLAYER_MESSAGES, STATUS_MESSAGES } from '@dipper/contract';
import texts from './preview.json';

/** The preview page, with the sentences of specification §8, which the server says, too. */
export default {
  ...texts,
  messages: { merge: MERGE_MESSAGES, player: PLAYER_MESSAGES },
  stages: STATUS_MESSAGES,
};
