import { type MergeStatus, mergeStatusSchema } from '@dipper/contract';
import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
} from 'node:http';

const TOLERANCE_SECONDS = 300;
const MAX_BYTES = 1_000_000;

/**
 * Checks that the holder of the secret signed exactly these bytes, at most five minutes ago.
 * @param body the body as it arrived, because JSON that has been parsed and written again has
 * different bytes
 */
export function isGenuine(headers: IncomingHttpHeaders, body: Buffer, secret: string): boolean {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    String(headers[`webhook-${name}`] ?? ''),
  ) as [string, string, string];
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  // If the timestamp is not a number, the age is NaN.
  if (!(age <= TOLERANCE_SECONDS)) {
    return false;
  }
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  // There are two signatures while the secret is being replaced.
  return signatures.split(' ').some((signature) => {
    const [version, mac = ''] = signature.split(',');
    const given = Buffer.from(mac, 'base64');
    // timingSafeEqual takes constant time, but throws if the lengths differ.
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** @throws if the body is longer than any message */
async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) {
      throw new Error('This is not a message.');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Receives the webhooks of an account.
 * @param onEnd called once for each message. If it throws, the server sends the message again
 */
export function webhookReceiver(
  secret: string,
  onEnd: (status: MergeStatus) => Promise<void> | void,
): Server {
  // After a restart, a message may arrive again. A database would remember longer.
  const seen = new Set<string>();

  async function receive(request: IncomingMessage): Promise<number> {
    const body = await bodyOf(request);
    if (!isGenuine(request.headers, body, secret)) {
      return 401;
    }
    const id = String(request.headers['webhook-id']);
    if (!seen.has(id)) {
      const message = JSON.parse(body.toString()) as { readonly data: unknown };
      await onEnd(mergeStatusSchema.parse(message.data));
      seen.add(id);
    }
    return 204;
  }

  return createServer((request, response) => {
    receive(request).then(
      (status) => response.writeHead(status).end(),
      () => response.writeHead(500).end(),
    );
  });
}
