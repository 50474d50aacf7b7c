/**
 * The lines of a text, whatever their line endings. They are generated one by one, because there
 * may be ten million.
 */
export function* linesOf(text: string): Generator<string> {
  const ends = /\r\n|\r|\n/g;
  let start = 0;
  for (let end = ends.exec(text); end !== null; end = ends.exec(text)) {
    yield text.slice(start, end.index);
    start = ends.lastIndex;
  }
  yield text.slice(start);
}
