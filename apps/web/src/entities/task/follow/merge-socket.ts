import type { ClientToServerEvents, ServerToClientEvents } from '@dipper/contract';
import { calledAddress } from '../../../lib/api/api-address.js';
import { io, type Socket } from 'socket.io-client';

/** The connection for live progress, with types from the contract. */
export type MergeSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/**
 * Opens a new connection to the API server. The caller has to close it. It uses only WebSocket
 * (contract).
 */
export function openMergeSocket(): MergeSocket {
  return io(calledAddress('/'), {
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelayMax: 5000,
  });
}
