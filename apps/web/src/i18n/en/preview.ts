import { MERGE_MESSAGES, PLAYER_MESSAGES, STATUS_MESSAGES } from '@dipper/contract';
import texts from './preview.json';

/**
 * The texts of the preview page. They include the messages of specification §8, which the server
 * also uses.
 */
export default {
  ...texts,
  messages: { merge: MERGE_MESSAGES, player: PLAYER_MESSAGES },
  stages: STATUS_MESSAGES,
};
