import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP proxy to a service. Closing it simulates an outage of the service. */
export class Passage {
  private readonly sockets = new Set<Socket>();
  private port = 0;

  private constructor(
    private readonly target: URL,
    private readonly server: Server,
  ) {}

  /** Opens a proxy. @param address the service's URL, with its port */
  static async to(address: string): Promise<Passage> {
    const server = createServer();
    const passage = new Passage(new URL(address), server);
    server.on('connection', (socket) => passage.lead(socket));
    await passage.open();
    passage.port = (server.address() as AddressInfo).port;
    return passage;
  }

  get url(): string {
    const url = new URL(this.target);
    url.host = `127.0.0.1:${this.port}`;
    return url.href;
  }

  async open(): Promise<void> {
    await once(this.server.listen(this.port, '127.0.0.1'), 'listening');
  }

  /** Refuses new connections and cuts off the open ones. */
  close(): void {
    this.server.close();
    this.sockets.forEach((socket) => socket.destroy());
  }

  private lead(socket: Socket): void {
    const onward = connect(Number(this.target.port), this.target.hostname);
    const ends = [socket, onward] as const;
    for (const end of ends) {
      this.sockets.add(end);
      end.on('error', () => undefined);
      end.on('close', () => {
        this.sockets.delete(end);
        ends.forEach((other) => other.destroy());
      });
    }
    socket.pipe(onward).pipe(socket);
  }
}
