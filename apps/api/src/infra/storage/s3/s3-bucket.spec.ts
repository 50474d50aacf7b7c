import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { S3Bucket } from './s3-bucket.js';

type Exchange = [IncomingMessage, ServerResponse];

describe('S3Bucket', () => {
  let server: Server;
  let bucket: S3Bucket;

  beforeEach(async () => {
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    bucket = new S3Bucket(
      {
        ...{ endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', forcePathStyle: true },
        ...{ accessKeyId: 'AK', secretAccessKey: 'SK' },
        ...{ bucket: 'films', delivery: 'relay', retentionSeconds: 3600 },
      },
      'dipper/',
    );
  });
  afterEach(() => {
    bucket.close();
    server.closeAllConnections();
    server.close();
  });

  it('stops an upload while S3 is silent, and removes the object if S3 stores it nevertheless', async () => {
    const stop = new AbortController();
    const put = once(server, 'request') as Promise<Exchange>;
    const uploaded = bucket.upload('a.mp4', __filename, {
      ...{ mediaType: 'video/mp4', bytes: 1, signal: stop.signal },
      onBytes: () => undefined,
    });
    const [request, reply] = await put;
    stop.abort(new Error('cancelled'));
    await expect(uploaded).rejects.toThrow('cancelled');

    const removal = once(server, 'request') as Promise<Exchange>;
    request.resume();
    reply.setHeader('etag', '"1"').end();
    const [{ method, url }, answer] = await removal;
    answer.writeHead(204).end();
    expect([request.method, method]).toEqual(['PUT', 'DELETE']);
    expect(url).toMatch(/^\/films\/dipper\/a\.mp4/);
  });

  it('lists unfinished uploads, except one that has ended in the meantime', async () => {
    const uploads = ['1', '2'].map(
      (id) => `<Upload><Key>dipper/${id}.mp4</Key><UploadId>${id}</UploadId></Upload>`,
    );
    server.on('request', ({ url = '' }: IncomingMessage, reply: ServerResponse) => {
      if (url.includes('uploadId=1')) {
        reply.writeHead(404).end('<Error><Code>NoSuchUpload</Code></Error>');
      } else if (url.includes('uploadId=2')) {
        reply.end('<ListPartsResult><Part><PartNumber>1</PartNumber></Part></ListPartsResult>');
      } else {
        reply.end(`<ListMultipartUploadsResult>${uploads.join('')}</ListMultipartUploadsResult>`);
      }
    });
    expect(await bucket.unfinishedUploads()).toEqual([{ key: '2.mp4', id: '2', parts: 1 }]);
  });
});
