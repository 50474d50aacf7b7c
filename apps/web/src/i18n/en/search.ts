import { LABEL_WORDS, SEARCH_MESSAGES } from '@dipper/contract';
import texts from './search.json';

/**
 * The texts of the form and its results. They include the messages of specification §8, which the
 * server also uses.
 */
export default { ...texts, messages: SEARCH_MESSAGES, labels: LABEL_WORDS };
