import { createHmac, randomBytes } from 'node:crypto';

/*
 * Signs messages as specified by Standard Webhooks
 * (github.com/standard-webhooks/standard-webhooks), which has libraries in many languages.
 */
const PREFIX = 'whsec_';
const BYTES = 32;

export function newWebhookSecret(): string {
  return PREFIX + randomBytes(BYTES).toString('base64');
}

interface Message {
  readonly id: string;
  readonly body: string;
}

/**
 * @param secrets each of them signs the message, for receivers that still have the former secret
 * @param nowMs the time of the attempt, so that receivers can refuse replayed messages
 */
export function signedHeaders(
  { id, body }: Message,
  secrets: readonly string[],
  nowMs: number,
): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
