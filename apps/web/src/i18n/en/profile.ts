import { ACCOUNT_MESSAGES } from '@dipper/contract';
import texts from './profile.json';

/** Profile and settings, with the messages of specification §8. */
export default { ...texts, messages: ACCOUNT_MESSAGES };
