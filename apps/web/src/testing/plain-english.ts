/** What is no language: names of codecs, containers and marks, and what the browser names itself. */
const DATA = [
  // Addresses, also without their scheme, and resolutions.
  /https?:\/\/\S+/g,
  /\b(?:example\.org|vimeo\.com)\b/g,
  /\b\d+x\d+\b/g,
  /\b(?:MP4|M4A|WebM|HLS|HDR|AAC|Opus|VP9|H\.264|HEVC|MP3)\b/g,
  // CLDR's name of a language; it has none in a pseudo-language.
  /\bSpanish\b/g,
];
const WORD = /[A-Za-z]{2,}/;
const SPOKEN = ['aria-label', 'aria-valuetext', 'title', 'alt', 'placeholder'];
/** What holds no words for a person. */
const SILENT = 'script, style, output[data-testid=address]';

function textsOf(root: ParentNode): string[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: string[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.parentElement?.closest(SILENT) === null) {
      texts.push(node.textContent ?? '');
    }
  }
  const spoken = [...root.querySelectorAll('*')].flatMap((element) =>
    SPOKEN.map((name) => element.getAttribute(name) ?? ''),
  );
  return [...texts, ...spoken];
}

/**
 * Two letters or more of plain ASCII in what a page in a pseudo-language shows or says: a sentence
 * that does not come from the catalogue. Test data has letters of other alphabets.
 */
export function plainEnglish(root: ParentNode): string[] {
  return textsOf(root).filter((text) =>
    WORD.test(DATA.reduce((rest, pattern) => rest.replace(pattern, ''), text)),
  );
}
