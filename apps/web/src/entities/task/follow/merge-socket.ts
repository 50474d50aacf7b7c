import { openMergeSocket, type MergeSocket } from '@dipper/client/socket';
import { calledAddress } from '../../../lib/api/api-address.js';

/** Opens a socket to the API server. The caller has to close it. */
export const openTaskSocket = (): MergeSocket => openMergeSocket(calledAddress('/'));
