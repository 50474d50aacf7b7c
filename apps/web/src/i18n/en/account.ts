import { ACCOUNT_MESSAGES } from '@dipper/contract';
import texts from './account.json';

/** The texts for signing in and out, with the messages of specification §8. */
export default { ...texts, messages: ACCOUNT_MESSAGES };
