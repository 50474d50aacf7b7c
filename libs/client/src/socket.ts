import type { ClientToServerEvents, ServerToClientEvents } from '@dipper/contract';
import { io, type Socket } from 'socket.io-client';

/** The connection for live progress, with types from the contract. */
export type MergeSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/**
 * Opens a new connection to a server. The caller has to close it. It uses only WebSocket
 * (contract).
 * @param server its origin, or '/' for the page's own
 */
export function openMergeSocket(server: string): MergeSocket {
  return io(server, {
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelayMax: 5000,
  });
}
