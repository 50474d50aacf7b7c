/**
 * Text that is never translated: names of codecs, containers and brands, and names that the browser
 * provides.
 */
const DATA = [
  // URLs, with or without a scheme, and resolutions.
  /https?:\/\/\S+/g,
  /\b(?:example\.org|vimeo\.com|Vimeo)\b/g,
  /\b\d+x\d+\b/g,
  /\b(?:MP4|M4A|WebM|HLS|HDR|AAC|Opus|VP9|H\.264|HEVC|MP3)\b/g,
  // CLDR has no pseudo-language for the names of languages.
  /\bSpanish\b/g,
];
const WORD = /[A-Za-z]{2,}/;
const SPOKEN = ['aria-label', 'aria-valuetext', 'title', 'alt', 'placeholder'];
/** Elements whose content is not meant for people. */
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
 * Returns the texts of a page in a pseudo-language that contain two or more ASCII letters in a row,
 * so they can't come from the catalog. Test data uses other alphabets.
 */
export function plainEnglish(root: ParentNode): string[] {
  return textsOf(root).filter((text) =>
    WORD.test(DATA.reduce((rest, pattern) => rest.replace(pattern, ''), text)),
  );
}
