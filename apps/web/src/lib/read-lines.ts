/** Longest line that is taken, characters: the largest lists are some hundred thousand. */
const MAX_LENGTH = 16 * 1024 * 1024;

/**
 * The lines of a body in UTF-8, as they come; empty ones are left out. What stands after the last
 * line break is a line cut short, and no line.
 * @throws whatever the body throws; Error for a line that is too long.
 */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const lines = (rest + decoder.decode(chunk.value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > MAX_LENGTH) {
        throw new Error('a line without an end');
      }
      yield* lines.filter((line) => line.trim() !== '');
    }
  } finally {
    // Of who has heard enough; a body that has ended does not mind.
    reader.cancel().catch(() => undefined);
  }
}
