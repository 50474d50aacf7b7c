import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/*
 * What a device shows that has signed in before: "{id}.{proof}.{mark}.{mark}…", each 16 bytes in
 * base64url. The id is random; the proof says that we have made it; each mark, that somebody has signed
 * in on it to an account with its present password. It names no account, and opens nothing.
 */
const BYTES = 16;
const PART = '[\\w-]{22}';
/** People who share a device; of more, those who have signed in last. */
const MOST_MARKS = 4;
const SHAPE = new RegExp(`^${PART}\\.${PART}(\\.${PART}){1,${MOST_MARKS}}$`);
/** Of a whole one, characters. */
export const LONGEST_DEVICE_MARK = (2 + MOST_MARKS) * 23;

/** A device whose proof is good. */
export interface KnownDevice {
  readonly id: string;
  readonly marks: readonly string[];
}

/** What a mark stands for; another password makes another one. */
export interface MarkedAccount {
  readonly id: string;
  readonly passwordHash: string;
}

/** @param text of a cookie, which may be anything. @returns null for what is none of ours */
export function readDeviceMark(text: string, key: Buffer): KnownDevice | null {
  if (!SHAPE.test(text)) {
    return null;
  }
  const [id = '', proof = '', ...marks] = text.split('.');
  return isSame(proof, mac(key, 'device', id)) ? { id, marks } : null;
}

/** True where somebody has signed in to the account on this device with the password that it has. */
export function isMarked(device: KnownDevice, account: MarkedAccount, key: Buffer): boolean {
  const mark = markOf(device.id, account, key);
  return device.marks.filter((other) => isSame(other, mark)).length > 0;
}

/**
 * What the device is to show from now on.
 * @param device as it is known so far; null for a new one
 * @param account that somebody has just signed in to
 */
export function writeDeviceMark(
  device: KnownDevice | null,
  account: MarkedAccount,
  key: Buffer,
): string {
  const id = device?.id ?? randomBytes(BYTES).toString('base64url');
  const mark = markOf(id, account, key);
  const others = device?.marks.filter((other) => other !== mark) ?? [];
  const marks = [mark, ...others].slice(0, MOST_MARKS);
  return [id, mac(key, 'device', id), ...marks].join('.');
}

function markOf(device: string, { id, passwordHash }: MarkedAccount, key: Buffer): string {
  return mac(key, 'mark', device, id, passwordHash);
}

function mac(key: Buffer, ...parts: readonly string[]): string {
  const sum = createHmac('sha256', key).update(JSON.stringify(parts)).digest();
  return sum.subarray(0, BYTES).toString('base64url');
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
