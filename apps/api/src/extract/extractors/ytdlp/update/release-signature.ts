import { readFile } from 'node:fs/promises';
import { apiRoot } from '../../../../infra/process/api-root.js';

/**
 * The key that signs yt-dlp's releases: `public.key` in its repository, fingerprint AC0C BBE6 848D
 * 6A87 3464 AF4E 57CF 6593 3B5A 7581. It is part of our code, because a key that is downloaded
 * together with a release proves nothing.
 */
const KEY_FILE = new URL('bin/yt-dlp-release.key', apiRoot);

export function readReleaseKey(): Promise<string> {
  return readFile(KEY_FILE, 'utf8');
}

/**
 * Checks a detached OpenPGP signature, as made by `gpg --detach-sign`.
 * @param armoredKey the public key that must have made the signature
 * @throws Error with the library's reason for any other signature
 */
export async function checkSignature(
  armoredKey: string,
  { signed, signature }: { readonly signed: Buffer; readonly signature: Buffer },
): Promise<void> {
  // Imported here because the library takes 10 MB of memory, and is needed at most once a day.
  const { createMessage, readKey, readSignature, verify } = await import('openpgp');
  await verify({
    message: await createMessage({ binary: signed }),
    signature: await readSignature({ binarySignature: signature }),
    verificationKeys: await readKey({ armoredKey }),
    expectSigned: true,
    format: 'binary',
  });
}
