import { UNSTORABLE } from '@dipper/media';

/** An HTTP address without control characters and lone surrogates, which databases reject. */
export const WEB_ADDRESS = new RegExp(String.raw`^https?:\/\/[^\s<>"${UNSTORABLE}]+$`, 'iu');

/** A single line of text, which databases and email headers accept. It may be empty. */
export const ONE_LINE = new RegExp(`^[^${UNSTORABLE}]*$`, 'u');
