import { API, type MergeStatus, startMergePath, videoInfoSchema } from '@dipper/contract';
import { pick, taskOf } from './client.js';
import { waitUntil } from './wait-until.js';
import type { Watcher } from './watcher.js';

/**
 * A visitor to a site whose processes may be killed at any moment. Like a browser and its user, it
 * repeats a request that got no reply, and resumes an interrupted download. Refusals by the server
 * are errors.
 */
export class Traveller {
  constructor(
    private readonly url: string,
    private readonly socket: Watcher,
  ) {}

  /**
   * Turns a link into a file.
   * @returns the task's last status, and the bytes of its file
   */
  async fetchFile(link: string): Promise<{ end: MergeStatus | undefined; bytes: Buffer }> {
    const found = await this.ask(API.search, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tweet_url: link }),
    });
    const info = videoInfoSchema.parse(JSON.parse(found.toString()));
    const task = taskOf(pick(info, ({ kind }) => kind === 'merge'));
    this.socket.follow(task);
    await this.ask(startMergePath(task));
    const end = (await this.socket.untilEnd(task)).at(-1);
    return { end, bytes: end?.status === 'complete' ? await this.download(task) : Buffer.alloc(0) };
  }

  /** Repeats a request until there is a reply. */
  private ask(path: string, init?: RequestInit): Promise<Buffer> {
    return waitUntil(async () => {
      const reply = await this.reply(path, init);
      return (
        reply &&
        (await reply.arrayBuffer().then(
          (body) => Buffer.from(body),
          () => null,
        ))
      );
    }, `an answer to ${path}`);
  }

  private async download(task: string): Promise<Buffer> {
    let got = Buffer.alloc(0);
    let etag = '';
    return waitUntil(async () => {
      const headers = new Headers(
        got.length > 0 ? { range: `bytes=${got.length}-`, 'if-range': etag } : {},
      );
      const reply = await this.reply(API.file(task), { headers });
      if (reply === null) {
        return null;
      }
      if (reply.status === 200) {
        got = Buffer.alloc(0);
        etag = reply.headers.get('etag') ?? '';
      }
      try {
        for await (const chunk of reply.body ?? []) {
          got = Buffer.concat([got, chunk]);
        }
        return got;
      } catch {
        // The connection was cut. The next round resumes.
        return null;
      }
    }, `the file of ${task}`);
  }

  /**
   * @returns null if no server replied
   * @throws Error if a server refuses the request
   */
  private async reply(path: string, init?: RequestInit): Promise<Response | null> {
    const reply = await fetch(`${this.url}${path}`, init).catch(() => null);
    if (reply === null || reply.ok) {
      return reply;
    }
    const text = await reply.text();
    // If a server is down, nginx replies with its own error page.
    if (reply.status >= 502 && text.includes('<center>nginx')) {
      return null;
    }
    throw new Error(`${path}: ${reply.status} ${text}`);
  }
}
