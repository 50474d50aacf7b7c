/** Replaces `node:stream/web`, which the fake API uses, because Jest's page has no streams. */
export const { ReadableStream } = globalThis;
