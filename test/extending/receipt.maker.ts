import {
  type AnyRecipe,
  FileMaker,
  Injectable,
  type Made,
  type MakeContext,
  type Maker,
  type SourceFormat,
} from '@dipper/api';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';

export const RECEIPT = 'receipt';

export interface Receipt extends AnyRecipe {
  readonly kind: typeof RECEIPT;
  readonly source: SourceFormat;
}

/** Makes a text file that states the size and the SHA-256 of a source. */
@Injectable()
@FileMaker()
export class ReceiptMaker implements Maker<Receipt> {
  readonly kind = RECEIPT;
  readonly schema = z.object({
    kind: z.literal(RECEIPT),
    ...{ pageUrl: z.string(), title: z.string(), fileName: z.string() },
    source: z.custom<SourceFormat>(),
  });
  /** Needs almost no processor time. */
  readonly isQuick = true;

  sources({ source }: Receipt): SourceFormat[] {
    return [source];
  }

  isAudio(): boolean {
    return false;
  }

  roomFor(sourceBytes: number): number {
    return sourceBytes + 1024;
  }

  shareKey({ source }: Receipt): string {
    return `${RECEIPT} ${source.url}`;
  }

  async make({ title, pageUrl, source }: Receipt, context: MakeContext): Promise<Made> {
    const [fetched] = await context.fetch([source], { pageUrl, durationSeconds: null });
    if (fetched === undefined) {
      throw new Error('no source was fetched');
    }
    const hash = createHash('sha256');
    await pipeline(createReadStream(fetched.path), hash, { signal: context.signal });
    const text = `${title}: ${fetched.bytes} bytes, SHA-256 ${hash.digest('hex')}\n`;
    const path = join(context.folder, 'receipt.txt');
    await writeFile(path, text);
    context.count(Buffer.byteLength(text));
    return { path, ext: 'txt', damage: [] };
  }
}
