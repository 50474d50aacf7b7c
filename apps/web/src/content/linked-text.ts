/** A part of a paragraph: plain text, or a link to a path of this site. */
interface TextPiece {
  readonly text: string;
  readonly to?: string;
}

/**
 * Matches `[words](/path)` and no other Markdown. It matches only paths, so that no text links to
 * another site.
 */
const LINK = /\[([^[\]]+)\]\((\/(?![/\\])[^\s()]*)\)/g;

/** Returns the parts of a paragraph, in order. */
export function textPieces(paragraph: string): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const found of paragraph.matchAll(LINK)) {
    const [whole, text = '', to = ''] = found;
    pieces.push({ text: paragraph.slice(end, found.index) }, { text, to });
    end = found.index + whole.length;
  }
  pieces.push({ text: paragraph.slice(end) });
  return pieces.filter(({ text }) => text !== '');
}

/** Returns a paragraph without link markup. */
export function plainText(paragraph: string): string {
  return textPieces(paragraph)
    .map(({ text }) => text)
    .join('');
}
