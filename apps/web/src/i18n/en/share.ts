import { SHARE_MESSAGES } from '@dipper/contract';
import texts from './share.json';

/** The texts for sharing, with the messages of specification §8. */
export default { ...texts, messages: SHARE_MESSAGES };
