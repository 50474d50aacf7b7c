import { Injectable } from '@nestjs/common';
import { type KeyRing, Keys, readWithAny } from '../../infra/keys/keys.js';
import {
  hasMarkFor,
  type KnownDevice,
  type MarkedAccount,
  readDeviceMark,
  writeDeviceMark,
} from './device-mark.js';

/** Compared if there is no account, so that the comparison takes as long as for an existing one. */
const NOBODY: MarkedAccount = { id: '', passwordHash: '' };

/**
 * Recognizes devices that have signed in before. It is stateless, because the device's cookie
 * contains all the data.
 */
@Injectable()
export class Devices {
  private readonly keys: KeyRing;

  constructor(keys: Keys) {
    this.keys = keys.for('known device');
  }

  /**
   * True if the device has signed in to any account, even if that account's password has changed
   * since.
   */
  isGenuine(shown: readonly string[]): boolean {
    return this.genuine(shown).length > 0;
  }

  /**
   * Returns the id of a device that has signed in to this account with its current password; null
   * for any other device.
   * @param account null if there is none
   * @param shown values of the device's cookies
   */
  knownTo(account: MarkedAccount | null, shown: readonly string[]): string | null {
    const device = this.markedFor(account ?? NOBODY, shown);
    return account === null ? null : (device?.id ?? null);
  }

  /** Makes the device's new cookie value after a sign-in. */
  remember(account: MarkedAccount, shown: readonly string[]): string {
    const device = this.markedFor(account, shown) ?? this.genuine(shown)[0] ?? null;
    return writeDeviceMark(device, account, this.keys.current);
  }

  private markedFor(account: MarkedAccount, shown: readonly string[]): KnownDevice | undefined {
    return this.genuine(shown).find((device) =>
      this.keys.all.some((key) => hasMarkFor(device, account, key)),
    );
  }

  private genuine(shown: readonly string[]): KnownDevice[] {
    return shown.flatMap(
      (text) => readWithAny(this.keys, (key) => readDeviceMark(text, key)) ?? [],
    );
  }
}
