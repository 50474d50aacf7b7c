import { ACCOUNT_MESSAGES } from '@dipper/contract';
import texts from './profile.json';

/** The texts of the profile and the settings, with the messages of specification §8. */
export default { ...texts, messages: ACCOUNT_MESSAGES };
