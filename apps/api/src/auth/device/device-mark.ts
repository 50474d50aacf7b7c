import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/*
 * Proof that a device has signed in before: "{id}.{proof}.{mark}.{mark}…", each 16 bytes in
 * base64url. The id is random; the proof shows that we issued it; each mark shows a sign-in on it
 * to an account with its current password. It names no account and grants nothing.
 */
const BYTES = 16;
const PART = '[\\w-]{22}';
/** Accounts per device; of more, the latest to sign in. */
const MOST_MARKS = 4;
const SHAPE = new RegExp(`^${PART}\\.${PART}(\\.${PART}){1,${MOST_MARKS}}$`);
/** Length with all marks, characters. */
export const LONGEST_DEVICE_MARK = (2 + MOST_MARKS) * 23;

/** A device whose proof is valid. */
export interface KnownDevice {
  readonly id: string;
  readonly marks: readonly string[];
}

/** The account data that a mark is derived from; a new password changes it. */
export interface MarkedAccount {
  readonly id: string;
  readonly passwordHash: string;
}

/** @param text of a cookie, which may be anything. @returns null when it is not ours */
export function readDeviceMark(text: string, key: Buffer): KnownDevice | null {
  if (!SHAPE.test(text)) {
    return null;
  }
  const [id = '', proof = '', ...marks] = text.split('.');
  return isSame(proof, mac(key, 'device', id)) ? { id, marks } : null;
}

/** True if someone has signed in to the account on this device with its current password. */
export function hasMarkFor(device: KnownDevice, account: MarkedAccount, key: Buffer): boolean {
  const mark = markOf(device.id, account, key);
  return device.marks.filter((other) => isSame(other, mark)).length > 0;
}

/**
 * The new cookie value of a device.
 * @param device what is known of it; null for a new one
 * @param account that was just signed in to
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
