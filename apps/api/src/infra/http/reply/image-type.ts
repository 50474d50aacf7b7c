const ascii = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));

interface Signature {
  readonly mediaType: string;
  /** The bytes that are expected at each offset. */
  readonly parts: readonly (readonly [offset: number, bytes: readonly number[]])[];
}

/**
 * The signatures of images that may be relayed. SVG is not one of them, because it is a document
 * that can contain scripts.
 */
const SIGNATURES: readonly Signature[] = [
  { mediaType: 'image/jpeg', parts: [[0, [0xff, 0xd8, 0xff]]] },
  { mediaType: 'image/png', parts: [[0, [0x89, ...ascii('PNG'), 0x0d, 0x0a, 0x1a, 0x0a]]] },
  { mediaType: 'image/gif', parts: [[0, ascii('GIF87a')]] },
  { mediaType: 'image/gif', parts: [[0, ascii('GIF89a')]] },
  {
    mediaType: 'image/webp',
    parts: [
      [0, ascii('RIFF')],
      [8, ascii('WEBP')],
    ],
  },
  { mediaType: 'image/avif', parts: [[4, ascii('ftypavif')]] },
  { mediaType: 'image/avif', parts: [[4, ascii('ftypavis')]] },
];

/**
 * The type of an image according to its first bytes, whatever type the source claims; null for
 * types that are not relayed.
 */
export function imageType(bytes: Uint8Array): string | null {
  const found = SIGNATURES.find(({ parts }) =>
    parts.every(([offset, expected]) => expected.every((byte, at) => bytes[offset + at] === byte)),
  );
  return found?.mediaType ?? null;
}
