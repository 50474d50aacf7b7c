import { SHARE_MESSAGES } from '@dipper/contract';
import texts from './share.json';

/** Sharing, with the sentences of specification §8. */
export default { ...texts, messages: SHARE_MESSAGES };
