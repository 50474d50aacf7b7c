import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { SourceStream } from '../../client/source-stream.js';
import { sourceStream } from '../../testing/fetching.js';

/**
 * Changes a segment's bytes in transit.
 * @param count how often the segment was requested before.
 */
export type Fault = (bytes: Buffer, count: number) => Buffer;

/** Serves a folder of segments, with faults in some of them. */
export class SegmentOrigin {
  /** Faults by the index of their segment in the playlist, from 0. */
  readonly faults = new Map<number, Fault>();
  readonly asked: string[] = [];
  /** The Cache-Control headers of the requests. */
  readonly controls: (string | undefined)[] = [];
  private readonly counts = new Map<number, number>();
  private readonly server = http.createServer((request, response) =>
    this.answer(request, response),
  );

  private constructor(
    private readonly files: ReadonlyMap<string, Buffer>,
    /** All segments of the stream, including initialization sections. */
    readonly pieces: readonly { readonly name: string; readonly range: string | undefined }[],
  ) {}

  static async open(folder: string): Promise<SegmentOrigin> {
    const names = (await readdir(folder, { withFileTypes: true })).filter((one) => one.isFile());
    const files = new Map<string, Buffer>();
    for (const { name } of names) {
      files.set(name, await readFile(join(folder, name)));
    }
    const origin = new SegmentOrigin(files, piecesOf(files));
    await once(origin.server.listen(0, '127.0.0.1'), 'listening');
    return origin;
  }

  get stream(): SourceStream {
    const { port } = this.server.address() as AddressInfo;
    const url = (name: string): string => `http://127.0.0.1:${port}/${name}`;
    const list = this.files.get('segments.json');
    if (list === undefined) {
      return sourceStream({ protocol: 'hls', url: url('index.m3u8') });
    }
    const { segments, segmentSeconds } = JSON.parse(list.toString()) as {
      segments: string[];
      segmentSeconds: (number | null)[];
    };
    return sourceStream({
      ...{ protocol: 'dash', url: url('index.mpd'), segmentSeconds },
      segments: segments.map(url),
    });
  }

  /** The bytes of a segment as stored on disk. */
  bytesOf(index: number): Buffer {
    const { name = '', range } = this.pieces[index] ?? {};
    const whole = this.files.get(name) ?? Buffer.alloc(0);
    const [, start, end] = /bytes=(\d+)-(\d+)/.exec(range ?? '') ?? [];
    return range === undefined ? whole : whole.subarray(Number(start), Number(end) + 1);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  private answer(request: http.IncomingMessage, response: http.ServerResponse): void {
    const name = (request.url ?? '').slice(1);
    this.asked.push(name);
    this.controls.push(request.headers['cache-control']);
    const { range } = request.headers;
    const index = this.pieces.findIndex((one) => one.name === name && one.range === range);
    const type = { 'content-type': name.endsWith('.ts') ? 'video/mp2t' : 'video/mp4' };
    if (index === -1) {
      response.writeHead(200, { ...type, 'content-length': this.files.get(name)?.length ?? 0 });
      response.end(this.files.get(name));
      return;
    }
    const count = this.counts.get(index) ?? 0;
    this.counts.set(index, count + 1);
    const body = (this.faults.get(index) ?? ((bytes) => bytes))(this.bytesOf(index), count);
    const length = { 'content-length': body.length };
    const total = this.files.get(name)?.length;
    response.writeHead(range === undefined ? 200 : 206, {
      ...{ ...type, ...length },
      ...(range !== undefined && { 'content-range': `${range.replace('=', ' ')}/${total}` }),
    });
    response.end(body);
  }
}

function piecesOf(
  files: ReadonlyMap<string, Buffer>,
): { name: string; range: string | undefined }[] {
  const list = files.get('segments.json');
  if (list !== undefined) {
    const { segments } = JSON.parse(list.toString()) as { segments: string[] };
    return segments.map((name) => ({ name, range: undefined }));
  }
  const pieces: { name: string; range: string | undefined }[] = [];
  let range: string | undefined;
  for (const line of (files.get('index.m3u8') ?? '').toString().split('\n')) {
    const [, length, offset] = /BYTERANGE[:=]"?(\d+)@(\d+)/.exec(line) ?? [];
    if (length !== undefined) {
      range = `bytes=${offset}-${Number(offset) + Number(length) - 1}`;
    }
    const [, map] = /^#EXT-X-MAP:URI="([^"]+)"/.exec(line) ?? [];
    if (map !== undefined || /^\w/.test(line)) {
      pieces.push({ name: map ?? line, range });
      range = undefined;
    }
  }
  return pieces;
}
