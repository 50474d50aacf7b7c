import type { ClientToServerEvents, ServerToClientEvents } from '@dipper/contract';
import { io, type Socket } from 'socket.io-client';

/** The connection for live progress, typed from the contract. */
export type MergeSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/** Opens a connection of its own to this deployment; the caller closes it. Websocket only (contract). */
export function openMergeSocket(): MergeSocket {
  return io({ transports: ['websocket'], forceNew: true, reconnectionDelayMax: 5000 });
}
