import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { releaseSigner } from './release-signing.js';

/** A body or a status; null if the file is missing from the release's list. */
export type Answer = string | Buffer | number | null;

export const sumsOf = (program: string, name = 'yt-dlp'): string =>
  `${'0'.repeat(64)}  yt-dlp.exe\n${createHash('sha256').update(program).digest('hex')}  ${name}\n`;

/** A host on loopback that serves the list and the files of one signed release. */
export class ReleaseHost {
  readonly asked: string[] = [];
  /** The file of which the host sends less than it announces. */
  truncated = '';
  /** The file that the host never sends. */
  withheld = '';
  publicKey = '';
  private readonly signer = releaseSigner();
  private answers: Record<string, Answer> = {};

  async start(): Promise<void> {
    this.publicKey = (await this.signer).publicKey;
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  async sign(text: string): Promise<Buffer> {
    return (await this.signer).sign(text);
  }

  /** Serves a valid release of a program, except for the given answers. */
  async offer(program: string, others: Readonly<Record<string, Answer>> = {}): Promise<void> {
    this.asked.length = 0;
    [this.truncated, this.withheld] = ['', ''];
    const sums = others['SHA2-256SUMS'] ?? sumsOf(program);
    const signature = await this.sign(String(sums));
    this.answers = {
      ...{ 'yt-dlp': program, 'SHA2-256SUMS': sums, 'SHA2-256SUMS.sig': signature },
      ...others,
    };
    const assets = Object.keys(this.answers)
      .filter((name) => this.answers[name] !== null)
      .map((name) => ({ name, browser_download_url: `${this.url}/${name}` }));
    this.answers['releases'] ??= JSON.stringify([{ assets }]);
  }

  private readonly answer: RequestListener = ({ url = '' }, response) => {
    const name = url.slice(1);
    this.asked.push(name);
    if (name === this.withheld) {
      return;
    }
    const answer = this.answers[name] ?? 404;
    const [status, body] = typeof answer === 'number' ? [answer, ''] : [200, answer];
    const missing = name === this.truncated ? 9 : 0;
    response.writeHead(status, {
      'Content-Type': name === 'releases' ? 'application/json' : 'application/octet-stream',
      'Content-Length': Buffer.byteLength(body) + missing,
    });
    response.write(body, () => (missing > 0 ? response.destroy() : response.end()));
  };

  private readonly server = createServer(this.answer);
}
