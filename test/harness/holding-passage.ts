import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** A TCP proxy that stops once, in the middle of a large reply. */
export interface HoldingPassage {
  readonly url: string;
  /** The request lines and headers that were sent through, in order. */
  readonly requests: readonly string[];
  readonly close: () => void;
}

/**
 * Opens a proxy to a server on loopback.
 * @param afterBytes the first connection that receives more than this number of bytes gets nothing
 * beyond them
 */
export async function openHoldingPassage(
  { port }: { readonly port: number },
  afterBytes: number,
): Promise<HoldingPassage> {
  const requests: string[] = [];
  let mayHold = true;
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    let passed = 0;
    near.on('data', (chunk: Buffer) => {
      const text = chunk.toString('latin1');
      if (/^[A-Z]+ \/\S* HTTP/.test(text)) {
        requests.push(text);
      }
      far.write(chunk);
    });
    far.on('data', (chunk: Buffer) => {
      passed += chunk.length;
      if (mayHold && passed > afterBytes) {
        mayHold = false;
        near.write(chunk.subarray(0, chunk.length - (passed - afterBytes)));
        far.pause();
      } else {
        near.write(chunk);
      }
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => undefined).on('close', () => other.destroy());
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () => server.close(),
  };
}
