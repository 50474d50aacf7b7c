import { once } from 'node:events';
import http from 'node:http';

/** Where the public site answers, on public addresses only; every other port is the canary's on every address. */
const SITE_PORTS = new Set([80, 8080]);
const CANARY_PORTS = [22, 25, 443, 1935, 5432, 6379, 8443, 11211];

/** What the canary says: to be found nowhere. */
export const CANARY = 'CANARY-SECRET';

/**
 * Listens on every address at once. A connection to a public address on a web port is the site's; any other one is a
 * leak, and is counted as soon as it stands.
 *
 * @param {{ publicAddresses: Set<string>, site: http.RequestListener, host?: string, ports?: number[] }} options
 *   `host` and `ports`: where to listen, when not on every address and all ports of the two lists
 */
export async function openWire({ publicAddresses, site, host = '::', ports }) {
  const leaks = [];
  const isSite = ({ localAddress = '', localPort }) =>
    publicAddresses.has(localAddress.replace(/^::ffff:(?=\d+\.)/, '')) && SITE_PORTS.has(localPort);
  const servers = (ports ?? [...SITE_PORTS, ...CANARY_PORTS]).map((port) => {
    const server = http.createServer((request, response) => {
      if (isSite(request.socket)) {
        site(request, response);
      } else {
        response.end(CANARY);
      }
    });
    server.on('connection', (socket) => {
      if (!isSite(socket)) {
        leaks.push(`${socket.localAddress}:${socket.localPort}`);
      }
    });
    return server.listen(port, host);
  });
  await Promise.all(servers.map((server) => once(server, 'listening')));
  return {
    /** Runs something and says which leaks it made. */
    async leaksOf(action) {
      const before = leaks.length;
      const result = await action();
      return { result, leaks: leaks.slice(before) };
    },
    close() {
      servers.forEach((server) => server.close());
      servers.forEach((server) => server.closeAllConnections());
    },
  };
}
