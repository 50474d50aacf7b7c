import { MESSAGES, STATUS_MESSAGES } from '@dipper/contract';
import common from './common.json';
import home from './home.json';
import preview from './preview.json';

/** Everything the pages say in English. The sentences of specification §8 come from the contract. */
export const catalogue = { common, home, preview, messages: MESSAGES, status: STATUS_MESSAGES };
