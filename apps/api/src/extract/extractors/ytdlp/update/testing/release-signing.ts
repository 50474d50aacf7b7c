import { createMessage, generateKey, readPrivateKey, sign } from 'openpgp';

export interface ReleaseSigner {
  readonly publicKey: string;
  /** A detached binary signature, like those that yt-dlp publishes. */
  sign(text: string): Promise<Buffer>;
}

export async function releaseSigner(): Promise<ReleaseSigner> {
  const made = await generateKey({ type: 'curve25519', userIDs: [{ name: 'Test releases' }] });
  const signingKeys = await readPrivateKey({ armoredKey: made.privateKey });
  return {
    publicKey: made.publicKey,
    sign: async (text) => {
      const message = await createMessage({ binary: Buffer.from(text) });
      return Buffer.from(await sign({ message, signingKeys, detached: true, format: 'binary' }));
    },
  };
}
