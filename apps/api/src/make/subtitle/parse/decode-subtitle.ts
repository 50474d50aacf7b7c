import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';

const MARKS: readonly (readonly [mark: string, encoding: string])[] = [
  ['efbbbf', 'utf-8'],
  ['feff', 'utf-16be'],
  ['fffe', 'utf-16le'],
];

/** The usual encoding of a language before UTF-8 (WHATWG Encoding, "legacy"). */
const LEGACY: Readonly<Record<string, string>> = {
  ar: 'windows-1256',
  be: 'windows-1251',
  bg: 'windows-1251',
  cs: 'windows-1250',
  el: 'windows-1253',
  fa: 'windows-1256',
  he: 'windows-1255',
  hr: 'windows-1250',
  hu: 'windows-1250',
  ja: 'shift_jis',
  ko: 'euc-kr',
  lt: 'windows-1257',
  lv: 'windows-1257',
  mk: 'windows-1251',
  pl: 'windows-1250',
  ro: 'windows-1250',
  ru: 'windows-1251',
  sk: 'windows-1250',
  sl: 'windows-1250',
  sr: 'windows-1251',
  th: 'windows-874',
  tr: 'windows-1254',
  uk: 'windows-1251',
  vi: 'windows-1258',
  zh: 'gb18030',
};

/** Number of bytes that are enough to detect the encoding. */
const HEAD_BYTES = 1024;
/** Number of bytes that are enough to count invalid characters. */
const SAMPLE_BYTES = 1024 * 1024;
/** Text may still be UTF-8 if at most this share of its non-ASCII bytes is invalid. */
const MOST_BROKEN = 0.02;

/**
 * Decodes bytes according to their byte order mark; without one, as UTF-16 or UTF-8 if they look
 * like it; otherwise with the encoding of the XML declaration; otherwise with the usual encoding of
 * the language.
 */
export function decodeSubtitle(bytes: Buffer, language: string): string {
  const decoder = new TextDecoder(encodingOf(bytes, language));
  // In a single call, Node 20 decodes windows-1252 as Latin-1, which loses quotes and dashes.
  return decoder.decode(bytes, { stream: true }) + decoder.decode();
}

function encodingOf(bytes: Buffer, language: string): string {
  const mark = MARKS.find(([start]) => bytes.toString('hex', 0, 3).startsWith(start))?.[1];
  return (
    mark ??
    withoutMark(bytes) ??
    (isMostlyUtf8(bytes) ? 'utf-8' : undefined) ??
    declared(bytes) ??
    LEGACY[language.toLowerCase().split(/[-_]/)[0] ?? ''] ??
    'windows-1252'
  );
}

/**
 * Detects UTF-16 without a byte order mark. In ASCII characters, such as digits and spaces, every
 * other byte is zero.
 */
function withoutMark(bytes: Buffer): string | undefined {
  const head = bytes.subarray(0, HEAD_BYTES);
  const zeros = [0, 0];
  head.forEach((byte, at) => (zeros[at % 2] = (zeros[at % 2] ?? 0) + Number(byte === 0)));
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) < head.length / 8) {
    return undefined;
  }
  return even > odd ? 'utf-16be' : 'utf-16le';
}

function isMostlyUtf8(bytes: Buffer): boolean {
  if (isUtf8(bytes)) {
    return true;
  }
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  let beyondAscii = 0;
  for (const byte of sample) {
    beyondAscii += byte >= 0x80 ? 1 : 0;
  }
  return countOf('\uFFFD', sample.toString('utf8')) <= beyondAscii * MOST_BROKEN;
}

function countOf(character: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) {
    count += 1;
  }
  return count;
}

function declared(bytes: Buffer): string | undefined {
  const head = bytes.toString('latin1', 0, HEAD_BYTES);
  const label = /^\s{0,9}<\?xml[^>]{1,200}encoding\s{0,9}=\s{0,9}["']([\w-]{1,40})/.exec(head)?.[1];
  try {
    const found = label === undefined ? undefined : new TextDecoder(label).encoding;
    // If the declaration is readable as ASCII but the text is not UTF-8, a declared UTF encoding is
    // wrong.
    return found?.startsWith('utf-') ? undefined : found;
  } catch {
    return undefined;
  }
}
