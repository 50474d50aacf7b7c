/**
 * The maximum length of a line, in characters. The lines of the largest lists have a few hundred
 * thousand.
 */
const MAX_LENGTH = 16 * 1024 * 1024;

/**
 * Yields the chunks of a body as they arrive.
 * @param silenceMs the longest time without a byte, because a lost connection raises no error
 * @throws whatever the body throws; Error if the silence lasts too long
 */
export async function* readChunks(
  body: ReadableStream<Uint8Array>,
  silenceMs: number,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    const next = () => within(silenceMs, reader.read());
    for (let chunk = await next(); !chunk.done; chunk = await next()) {
      yield chunk.value;
    }
  } finally {
    // Stops the download if the consumer has left the loop. This has no effect on a finished body.
    reader.cancel().catch(() => undefined);
  }
}

/**
 * Yields the lines of a UTF-8 body as they arrive, skipping empty ones. Text after the last line
 * break is a truncated line and is dropped.
 * @param silenceMs as in `readChunks`
 * @throws like `readChunks`; Error if a line is too long
 */
export async function* readLines(
  body: ReadableStream<Uint8Array>,
  silenceMs: number,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of readChunks(body, silenceMs)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LENGTH) {
      throw new Error('line too long');
    }
    yield* lines.filter((line) => line.trim() !== '');
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no data for ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
