import type { Resource } from '../media/resource.js';
import { contentKind, type Kind, type Setup } from './kind.js';

const KIB = 1024;

const overwrite =
  (length: number, fill: (setup: Setup, size: number) => Buffer) =>
  (setup: Setup, { body }: Resource): { body: Buffer; said: string } => {
    const size = Math.min(length, Math.floor(body.length / 3));
    const at = setup.random.between(0, body.length - size);
    const damaged = Buffer.from(body);
    fill(setup, size).copy(damaged, at);
    return { body: damaged, said: `${size} bytes at ${at} of ${body.length}` };
  };
const zeros = (_setup: Setup, size: number): Buffer => Buffer.alloc(size);
const junk = ({ random }: Setup, size: number): Buffer =>
  Buffer.from(Array.from({ length: size }, () => random.between(0, 255)));

export const DAMAGES: readonly Kind[] = [
  contentKind('4 KiB of zeros', overwrite(4 * KIB, zeros)),
  contentKind('64 KiB of zeros', overwrite(64 * KIB, zeros)),
  contentKind('256 KiB of junk', overwrite(256 * KIB, junk)),
  contentKind('1 MiB of junk', overwrite(1024 * KIB, junk)),
  contentKind('zeros in the second half', (_setup, { body }) => {
    const damaged = Buffer.from(body);
    damaged.fill(0, Math.floor(body.length / 2));
    return { body: damaged, said: `from ${Math.floor(body.length / 2)} on` };
  }),
  contentKind('zeros in the audio', overwrite(20 * KIB, zeros), { roles: ['audio'] }),
  // In one large VP9 or AV1 picture, a decoder may accept any bytes as coefficients.
  { ...contentKind('16 KiB of junk', overwrite(16 * KIB, junk)), isUncounted: true },
  {
    ...contentKind('a flipped bit', ({ random }, { body }) => {
      const at = random.between(0, body.length - 1);
      const damaged = Buffer.from(body);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << random.between(0, 7));
      return { body: damaged, said: `in byte ${at}` };
    }),
    isUncounted: true,
  },
];
