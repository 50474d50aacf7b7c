import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * A task id contains the offer that it refers to. So reading a link need not store anything for the
 * dozen formats that nobody chooses, and each visitor gets different ids. An id whose task is gone
 * (410) can also be distinguished from an id that never existed (404) without a record.
 *
 * An id consists of 16 random bytes (the capability: at least 128 bits), 6 bytes for the
 * extraction, 2 bytes for the offer, and 8 bytes of HMAC-SHA-256 over the rest. In base64url this
 * makes 43 characters.
 */
const RANDOM_BYTES = 16;
const BODY_BYTES = RANDOM_BYTES + 8;
const MAC_BYTES = 8;

export const OF_LIST = 0xffff;

export interface TaskTarget {
  readonly extractionId: number;
  readonly offerIndex: number;
}

/** Makes a new id for an offer, different each time. */
export function mintTaskId({ extractionId, offerIndex }: TaskTarget, key: Buffer): string {
  const body = Buffer.alloc(BODY_BYTES);
  randomBytes(RANDOM_BYTES).copy(body);
  body.writeUIntBE(extractionId, RANDOM_BYTES, 6);
  body.writeUInt16BE(offerIndex, RANDOM_BYTES + 6);
  return Buffer.concat([body, mac(body, key)]).toString('base64url');
}

/** What an id refers to; null if the id is not one of ours. */
export function readTaskId(taskId: string, key: Buffer): TaskTarget | null {
  const bytes = Buffer.from(taskId, 'base64url');
  if (bytes.length !== BODY_BYTES + MAC_BYTES || bytes.toString('base64url') !== taskId) {
    return null;
  }
  const body = bytes.subarray(0, BODY_BYTES);
  if (!timingSafeEqual(bytes.subarray(BODY_BYTES), mac(body, key))) {
    return null;
  }
  return {
    extractionId: body.readUIntBE(RANDOM_BYTES, 6),
    offerIndex: body.readUInt16BE(RANDOM_BYTES + 6),
  };
}

function mac(body: Buffer, key: Buffer): Buffer {
  return createHmac('sha256', key).update(body).digest().subarray(0, MAC_BYTES);
}
