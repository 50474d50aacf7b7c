import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { OpenCounts } from '../../limits/open-counts.js';
import { visitorKey } from '../../limits/visitor.js';
import { clientAddress, type TrustProxy } from '../client-address.js';
import { filterEvents } from './wrap-listeners.js';
import { type Refusal, refuseResponse, refuseSocket } from '../reply/refuse.js';

/** We can't know when one of the visitor's connections will close, so this is just a short wait. */
const TOO_MANY: Refusal = { code: 'RATE_LIMITED', retryAfterSeconds: 10 };

export interface VisitorShare {
  /** How many connections, or requests through a trusted proxy, one address may have open. */
  readonly most: number;
  readonly trusts: TrustProxy;
}

/**
 * Limits how many connections or requests one visitor may have open. Connections are counted by the
 * address that they come from. A trusted proxy's connections carry the requests of many visitors,
 * so these requests are counted by the address that the proxy forwards. Local programs that forward
 * no address are not limited.
 */
export function shareAmongVisitors(server: Server, { most, trusts }: VisitorShare): void {
  const connections = new OpenCounts();
  const requests = new OpenCounts();
  filterEvents(server, 'connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || trusts(remoteAddress, 0)) {
      return true;
    }
    const visitor = visitorKey(remoteAddress);
    if (connections.of(visitor) >= most) {
      // Without an error listener, a reset would end the process.
      socket.on('error', () => socket.destroy());
      refuseSocket(socket, TOO_MANY);
      return false;
    }
    socket.once('close', connections.add(visitor));
    return true;
  });
  filterEvents(server, 'request', (request: IncomingMessage, response: ServerResponse) => {
    const address = clientAddress(request, trusts) ?? '';
    if (!trusts(request.socket.remoteAddress ?? '', 0) || trusts(address, 0)) {
      return true;
    }
    const visitor = visitorKey(address);
    if (requests.of(visitor) >= most) {
      refuseResponse(response, TOO_MANY);
      return false;
    }
    response.once('close', requests.add(visitor));
    return true;
  });
}
