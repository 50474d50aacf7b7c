import { readKey } from 'openpgp';
import { readReleaseKey } from './release-signature.js';
import { checkSignature } from './signed-release.js';
import { releaseSigner } from './testing/release-signing.js';

it('the included key is the complete one that yt-dlp has published, and does not expire', async () => {
  const key = await readKey({ armoredKey: await readReleaseKey() });
  expect(key.getFingerprint().toUpperCase()).toBe('AC0CBBE6848D6A873464AF4E57CF65933B5A7581');
  expect(key.isPrivate()).toBe(false);
  await key.verifyPrimaryKey();
  expect(await key.getExpirationTime()).toBe(Infinity);
});

describe('checkSignature', () => {
  const TEXT = 'sums';

  it("accepts the key's signature over exactly these bytes", async () => {
    const signer = await releaseSigner();
    const signature = await signer.sign(TEXT);
    await checkSignature(signer.publicKey, { signed: Buffer.from(TEXT), signature });
  });

  it('rejects any other signature', async () => {
    const [signer, stranger] = [await releaseSigner(), await releaseSigner()];
    const own = await signer.sign(TEXT);
    const check = (text: string, signature: Buffer, key = signer.publicKey): Promise<void> =>
      checkSignature(key, { signed: Buffer.from(text), signature });
    const flipped = Buffer.from(own);
    flipped.writeUInt8(flipped.readUInt8(flipped.length - 1) ^ 1, flipped.length - 1);
    await expect(check('sum', own)).rejects.toThrow();
    await expect(check(TEXT, await stranger.sign(TEXT))).rejects.toThrow();
    await expect(check(TEXT, flipped)).rejects.toThrow();
    await expect(check(TEXT, own.subarray(0, 20))).rejects.toThrow();
    await expect(check(TEXT, Buffer.alloc(0))).rejects.toThrow();
    await expect(check(TEXT, Buffer.from('<html>'))).rejects.toThrow();
    await expect(check(TEXT, own, await readReleaseKey())).rejects.toThrow();
  });
});
