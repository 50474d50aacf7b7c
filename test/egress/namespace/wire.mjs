import { once } from 'node:events';
import http from 'node:http';

/**
 * The ports of the public site on public addresses. All other ports and addresses belong to the
 * canary.
 */
const SITE_PORTS = new Set([80, 8080]);
const CANARY_PORTS = [22, 25, 443, 1935, 5432, 6379, 8443, 11211];

/** The canary's secret. It must not appear anywhere else. */
export const CANARY = 'CANARY-SECRET';

/**
 * Listens on every address. Connections to public addresses on web ports go to the site. All other
 * connections are leaks, which are counted as soon as they are open.
 * @param {{ publicAddresses: Set<string>, site: http.RequestListener, host?: string, ports?:
 * number[] }} options `host` and `ports`: where to listen, instead of on every address and on all
 * ports in the two lists
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
