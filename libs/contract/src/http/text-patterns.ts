import { UNPRINTABLE } from '@dipper/media';

/** An HTTP address without unprintable characters. */
export const WEB_ADDRESS = new RegExp(String.raw`^https?:\/\/[^\s<>"${UNPRINTABLE}]+$`, 'iu');

/** A single line of text, which can be stored and put into email headers. It may be empty. */
export const ONE_LINE = new RegExp(`^[^${UNPRINTABLE}]*$`, 'u');
