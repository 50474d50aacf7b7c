import { isIP } from 'node:net';

/** Accepts what Express accepts for `trust proxy`, except values that trust everyone. */
export function isProxyList(text: string): boolean {
  return text.split(',').every((part) => {
    const entry = part.trim();
    const [address = '', bits] = entry.split('/');
    const maxBits = isIP(address) === 6 ? 128 : 32;
    return (
      ['loopback', 'linklocal', 'uniquelocal'].includes(entry) ||
      (isIP(address) !== 0 &&
        (bits === undefined ||
          (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= maxBits)))
    );
  });
}
