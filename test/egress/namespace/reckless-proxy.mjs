import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';

/**
 * Opens an outbound proxy that connects to any host. A host for which it gets no request was
 * stopped by the guard.
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
    /** The proxy's address in the guard's format. */
    upstream: { host, port, authorization: null, label: `${host}:${port}` },
    hosts: () => [...new Set(asked.map((target) => target.replace(/:\d+$/, '')))],
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
