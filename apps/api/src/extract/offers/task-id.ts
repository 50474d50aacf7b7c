import { randomBytes } from 'node:crypto';
import { readSignedBytes, signBytes } from '../../infra/keys/signed.js';

/**
 * A task id identifies its offer. So reading a link need not store anything for the dozen formats
 * that nobody chooses, and each visitor gets different ids. An id whose task is gone (410) can also
 * be distinguished from an id that never existed (404) without a record.
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
  return signBytes(body, MAC_BYTES, key);
}

/** What an id refers to; null if the id is not one of ours. */
export function readTaskId(taskId: string, key: Buffer): TaskTarget | null {
  const body = readSignedBytes(taskId, { bodyBytes: BODY_BYTES, macBytes: MAC_BYTES }, key);
  return body === null
    ? null
    : {
        extractionId: body.readUIntBE(RANDOM_BYTES, 6),
        offerIndex: body.readUInt16BE(RANDOM_BYTES + 6),
      };
}
