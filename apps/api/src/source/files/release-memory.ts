import { MessageChannel } from 'node:worker_threads';

/**
 * Frees the memory of buffers now instead of at the next garbage collection. V8 collects the whole
 * heap whenever about 64 MB of buffers have been added, so fetching 600 MB took 20 collections and
 * a third of its processor time (docs/decisions/0056-free-fetched-bytes-at-once.md). Only a buffer
 * that covers all of its memory is freed. Any other may share it with data that is still in use,
 * such as the next chunk of a response or the pool of `Buffer.from`.
 * @param buffers buffers that are no longer read; freed ones have length 0 afterwards.
 */
export function releaseMemory(buffers: readonly Buffer[]): void {
  const whole = buffers.filter(coversItsMemory).map(({ buffer }) => buffer as ArrayBuffer);
  if (whole.length > 0) {
    closedPort.postMessage(null, whole);
  }
}

/**
 * Posting to a closed port detaches the memory from its owner and drops the message (HTML §9.4.3).
 * `ArrayBuffer.prototype.transfer` does the same, but is missing in Node 20.
 */
const closedPort = new MessageChannel().port1;
closedPort.close();

function coversItsMemory({ buffer, byteLength }: Buffer): boolean {
  return byteLength > 0 && byteLength === buffer.byteLength;
}
