import { randomBytes } from 'node:crypto';
import { isSameMac, macOf } from '../../infra/keys/signed.js';

/*
 * Proof that a device has signed in before: "{id}.{proof}.{mark}.{mark}…", each 16 bytes in
 * base64url. The id is random. The proof shows that we issued the id. Each mark shows that someone
 * has signed in to an account on this device with its current password. The text does not name the
 * accounts and grants nothing.
 */
const BYTES = 16;
const PART = '[\\w-]{22}';
/** The number of accounts that are remembered per device, starting with the latest to sign in. */
const MOST_MARKS = 4;
const SHAPE = new RegExp(`^${PART}\\.${PART}(\\.${PART}){1,${MOST_MARKS}}$`);
/** The maximum length of a device mark in characters. */
export const LONGEST_DEVICE_MARK = (2 + MOST_MARKS) * 23;

export interface KnownDevice {
  readonly id: string;
  readonly marks: readonly string[];
}

/** The account data that a mark is derived from. A new password changes the mark. */
export interface MarkedAccount {
  readonly id: string;
  readonly passwordHash: string;
}

/**
 * @param text the content of a cookie, which may be any text @returns null if we did not issue it
 */
export function readDeviceMark(text: string, key: Buffer): KnownDevice | null {
  if (!SHAPE.test(text)) {
    return null;
  }
  const [id = '', proof = '', ...marks] = text.split('.');
  return isSameMac(proof, macOf(['device', id], BYTES, key)) ? { id, marks } : null;
}

/** True if someone has signed in to the account on this device with its current password. */
export function hasMarkFor(device: KnownDevice, account: MarkedAccount, key: Buffer): boolean {
  const mark = markOf(device.id, account, key);
  return device.marks.filter((other) => isSameMac(other, mark)).length > 0;
}

/**
 * Makes a new cookie value for a device.
 * @param device the content of its old cookie; null for a new device
 * @param account the account that has just signed in
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
  return [id, macOf(['device', id], BYTES, key), ...marks].join('.');
}

function markOf(device: string, { id, passwordHash }: MarkedAccount, key: Buffer): string {
  return macOf(['mark', device, id, passwordHash], BYTES, key);
}
