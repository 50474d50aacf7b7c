/** Entities that occur in subtitles. Others stay as written. */
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  gt: '>',
  lrm: '\u200E',
  lt: '<',
  nbsp: ' ',
  quot: '"',
  rlm: '\u200F',
};

/**
 * WebVTT and SubRip tags, including word timestamps (`<00:00:01.500>`) and classes (`<c.yellow>`).
 */
const TAG =
  /<\/?(?:[cvbius]|lang|ruby|rt|rp|font|span|em|strong|p|br|\d\d?:[\d:.]{2,12})(?:[\s.][^<>]{0,500})?\/?>/gi;
const LINE_BREAK = /<br\s{0,9}\/?>/gi;
/** ASS override codes that SubRip players accept, such as `{\an8}` and `{\i1}`. */
const OVERRIDE = /\{\\[^{}]{0,200}\}/g;

export function plainCueText(markup: string): string {
  return decodeEntities(markup.replace(LINE_BREAK, '\n').replace(OVERRIDE, '').replace(TAG, ''));
}

/** The speaker named in a voice tag (`<v Ada>`, `<v.loud Ada>`); null if there is none. */
export function voiceOf(markup: string): string | null {
  const name = /<v(?:\.[^\s<>]{0,100})?[ \t]([^<>\n]{1,100})>/.exec(markup)?.[1];
  return name === undefined ? null : decodeEntities(name).trim() || null;
}

/** Decodes entities once, so "&amp;lt;" becomes "&lt;". */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,5}));/gi, (whole, ...found) => {
    const [decimal, hex, name] = found as (string | undefined)[];
    if (name !== undefined) {
      return ENTITIES[name.toLowerCase()] ?? whole;
    }
    const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}
