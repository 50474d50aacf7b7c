import type { Following } from '@dipper/client';
import { send } from '../../../lib/api/api-client.js';

/** The page's server, for following its tasks. The socket's library is loaded when needed. */
export const LIVE_SERVER: Pick<Following, 'send' | 'open'> = {
  send,
  open: async () => (await import('./merge-socket.js')).openTaskSocket(),
};
