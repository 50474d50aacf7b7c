import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';

/**
 * An outbound proxy that connects to whatever it is asked for: what it is not asked for is the guard's doing.
 *
 * @param {string} host a public address
 */
export async function openRecklessProxy(host) {
  const asked = [];
  const server = http.createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(405).end();
  });
  server.on('connect', ({ url }, socket) => {
    asked.push(url);
    const { hostname, port } = new URL(`http://${url}`);
    const far = net.connect(Number(port || 80), hostname.replace(/^\[|\]$/g, ''), () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(far).pipe(socket);
    });
    far.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.on('error', () => far.destroy()).on('close', () => far.destroy());
  });
  await once(server.listen(0, host), 'listening');
  const { port } = server.address();
  return {
    /** As the guard takes it. */
    upstream: { host, port, authorization: null, label: `${host}:${port}` },
    /** The hosts that it was asked for. */
    hosts: () => [...new Set(asked.map((target) => target.replace(/:\d+$/, '')))],
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
