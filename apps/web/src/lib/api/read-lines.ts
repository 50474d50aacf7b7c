/** Longest line that is taken, characters: the largest lists are some hundred thousand. */
const MAX_LENGTH = 16 * 1024 * 1024;

/**
 * The lines of a body in UTF-8, as they come; empty ones are left out. What stands after the last
 * line break is a line cut short, and no line.
 * @param silenceMs the longest time without a byte; a lost connection is not noticed by itself.
 * @throws whatever the body throws; Error for a line that is too long, or after too long a silence.
 */
export async function* readLines(
  body: ReadableStream<Uint8Array>,
  silenceMs: number,
): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    const next = () => within(silenceMs, reader.read());
    for (let chunk = await next(); !chunk.done; chunk = await next()) {
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

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing for ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
