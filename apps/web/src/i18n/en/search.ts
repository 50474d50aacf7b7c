import { LABEL_WORDS, SEARCH_MESSAGES } from '@dipper/contract';
import texts from './search.json';

/** The form and what it brings, with the sentences of specification §8, which the server says, too. */
export default { ...texts, messages: SEARCH_MESSAGES, labels: LABEL_WORDS };
