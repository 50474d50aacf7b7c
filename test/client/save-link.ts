import { createClient, type FileSink } from '@dipper/client';
import { openMergeSocket } from '@dipper/client/socket';
import { type FileHandle, open } from 'node:fs/promises';

/** Writes a file from its first byte. */
class NewFile implements FileSink {
  private file: FileHandle | null = null;

  constructor(private readonly path: string) {}

  kept = () => Promise.resolve(null);

  async begin(): Promise<void> {
    await this.close();
    this.file = await open(this.path, 'w');
  }

  async write(bytes: Uint8Array): Promise<void> {
    await this.file?.writeFile(bytes);
  }

  async close(): Promise<void> {
    await this.file?.close();
  }
}

/** Saves the recommended file for a link. */
export async function saveLink(server: string, link: string, path: string): Promise<void> {
  const key = process.env['DIPPER_KEY'];
  const client = createClient({ server, key, openSocket: openMergeSocket });
  const found = await client.search(link);
  if (found.kind === 'list') {
    throw new Error(`This is a list of ${found.list.entries.length}.`);
  }
  const format = found.info.formats.find(({ recommended }) => recommended);
  if (format === undefined) {
    throw new Error('Nothing is recommended.');
  }
  const making = await client.make(format);
  if (making.taskId !== null) {
    for await (const { stage, progress } of client.follow(making.taskId)) {
      console.log(stage, progress);
    }
  }
  const file = new NewFile(path);
  try {
    await client.save(making, file);
  } finally {
    await file.close();
  }
}
