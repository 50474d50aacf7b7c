import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * A task id contains the offer it refers to. So a search writes nothing for the dozen formats that
 * nobody chooses, each visitor gets ids of their own, and an id of ours whose task is gone (410) can be
 * told from one that never existed (404) without a record.
 *
 * 16 random bytes (the capability: at least 128 bits), 6 bytes extraction, 2 bytes offer, 8 bytes
 * HMAC-SHA-256 over the rest; base64url, 43 characters.
 */
const RANDOM_BYTES = 16;
const BODY_BYTES = RANDOM_BYTES + 8;
const MAC_BYTES = 8;

/** Offer index of an id that refers to a list. */
export const OF_LIST = 0xffff;

/** The target of a task id. */
export interface TaskTarget {
  readonly extractionId: number;
  /** Index in the extraction's list of offers. */
  readonly offerIndex: number;
}

/** A new id for an offer, different for each call. */
export function mintTaskId({ extractionId, offerIndex }: TaskTarget, secret: string): string {
  const body = Buffer.alloc(BODY_BYTES);
  randomBytes(RANDOM_BYTES).copy(body);
  body.writeUIntBE(extractionId, RANDOM_BYTES, 6);
  body.writeUInt16BE(offerIndex, RANDOM_BYTES + 6);
  return Buffer.concat([body, mac(body, secret)]).toString('base64url');
}

/** The target of an id, or null if it isn't one of ours. */
export function readTaskId(taskId: string, secret: string): TaskTarget | null {
  const bytes = Buffer.from(taskId, 'base64url');
  if (bytes.length !== BODY_BYTES + MAC_BYTES || bytes.toString('base64url') !== taskId) {
    return null;
  }
  const body = bytes.subarray(0, BODY_BYTES);
  if (!timingSafeEqual(bytes.subarray(BODY_BYTES), mac(body, secret))) {
    return null;
  }
  return {
    extractionId: body.readUIntBE(RANDOM_BYTES, 6),
    offerIndex: body.readUInt16BE(RANDOM_BYTES + 6),
  };
}

function mac(body: Buffer, secret: string): Buffer {
  // The prefix separates this use of the secret from all others.
  return createHmac('sha256', secret)
    .update('task-id')
    .update(body)
    .digest()
    .subarray(0, MAC_BYTES);
}
