import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { TestClient } from '../../test/harness/client.js';
import { MB, memoryOf, merge } from './harness/measure.js';
import { openReader } from './harness/requests.js';
import type { Stage } from './harness/stage.js';
import { row, type Row, shown } from './harness/table.js';

export const title = 'memory while many visitors have stopped reading their replies';

export async function run(stage: Stage): Promise<Row[]> {
  const [bytes, fileReaders, imageReaders, pauseMs] = stage.quick
    ? [5 * MB, 2, 2, 0]
    : [200 * MB, 200, 60, 4000];
  const origin = await stage.origin({ bigBytes: bytes });
  const { url, pid } = await stage.server();
  const { task } = await merge(url, `${origin.url}/dash/big.mpd`);
  const page = await pageWithImage(stage, origin.url);
  const { thumbnail_url: image } = await new TestClient({ url }).search(page);
  assert(image, 'the page has no image');
  await delay(pauseMs);
  const atRest = memoryOf(pid).resident;
  const withReaders = async (what: string, path: string, count: number): Promise<Row> => {
    const sockets = await Promise.all(Array.from({ length: count }, () => openReader(url, path)));
    await delay(pauseMs);
    const { resident, peak } = memoryOf(pid);
    sockets.forEach((socket) => socket.destroy());
    await delay(pauseMs);
    const note = `peak ${shown(peak)} MB, ${shown(memoryOf(pid).resident)} MB after they left`;
    const values = { ours: resident, 'at rest': atRest };
    return row(`${count} readers of ${what}`, 'MB', values, { note });
  };
  const imagePath = `/api/image-proxy?url=${encodeURIComponent(image)}`;
  return [
    await withReaders(`a file of ${bytes / MB} MB`, `/api/download/file/${task}`, fileReaders),
    await withReaders('an image of 5 MiB', imagePath, imageReaders),
  ];
}

async function pageWithImage(stage: Stage, origin: string): Promise<string> {
  const jpeg = Buffer.alloc(5 * 2 ** 20, 1);
  jpeg.set([0xff, 0xd8, 0xff, 0xe0]);
  const site = await stage.site(({ url, headers: { host } }, response) => {
    const isImage = url === '/image.jpg';
    const page = `<title>page</title><meta property="og:title" content="page">
<meta property="og:image" content="http://${host}/image.jpg">
<video><source src="${origin}/media/muxed.mp4" type="video/mp4"></video>`;
    response.setHeader('content-type', isImage ? 'image/jpeg' : 'text/html');
    response.end(isImage ? jpeg : page);
  });
  return `${site}/page`;
}
