import { HISTORY_MESSAGES } from '@dipper/contract';
import texts from './history.json';

/** The download history, with the sentences of specification §8. */
export default { ...texts, messages: HISTORY_MESSAGES };
