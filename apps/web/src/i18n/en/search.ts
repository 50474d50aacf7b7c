import { LABEL_WORDS, SEARCH_MESSAGES } from '@dipper/contract';
import texts from './search.json';

/** The form and its results, with the messages of specification §8, shared with the server. */
export default { ...texts, messages: SEARCH_MESSAGES, labels: LABEL_WORDS };
