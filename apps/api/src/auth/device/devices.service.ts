import { Inject, Injectable } from '@nestjs/common';
import { SECRET } from '../../infra/env/env.module.js';
import { deriveKey } from '../../infra/env/derive-key.js';
import { isMarked, type MarkedAccount, readDeviceMark, writeDeviceMark } from './device-mark.js';

/** Compared with when there is no account, so that this takes as long. */
const NOBODY: MarkedAccount = { id: '', passwordHash: '' };

/**
 * Recognizes devices that have signed in before. Stateless: the device's cookie holds everything.
 */
@Injectable()
export class Devices {
  private readonly key: Buffer;

  constructor(@Inject(SECRET) secret: string) {
    this.key = deriveKey(secret, 'known device');
  }

  /**
   * True for a device that has signed in to any account, even if its password has changed since.
   */
  isGenuine(shown: string): boolean {
    return readDeviceMark(shown, this.key) !== null;
  }

  /**
   * The id of a device that has signed in to this account with its current password; null for
   * others.
   * @param shown value of its cookie
   * @param account null when there is none
   */
  knownTo(account: MarkedAccount | null, shown: string): string | null {
    const device = readDeviceMark(shown, this.key);
    const isKnown = device !== null && isMarked(device, account ?? NOBODY, this.key);
    return isKnown && account !== null ? device.id : null;
  }

  /** The device's new cookie value after a sign-in. */
  remember(account: MarkedAccount, shown: string): string {
    return writeDeviceMark(readDeviceMark(shown, this.key), account, this.key);
  }
}
