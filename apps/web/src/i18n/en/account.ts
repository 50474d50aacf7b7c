import { ACCOUNT_MESSAGES } from '@dipper/contract';
import texts from './account.json';

/** Signing in and out, with the sentences of specification §8. */
export default { ...texts, messages: ACCOUNT_MESSAGES };
