import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { DomainError } from '../infra/errors/domain-error.js';
import { DomainErrorFilter } from '../infra/http/reply/domain-error.filter.js';
import { validationPipe } from '../infra/http/request/validation.js';
import { RelayController } from './relay.controller.js';
import { type MediaRequest, RelayService } from './relay.service.js';
import { isTiktokGrant } from './tiktok-grant.js';

const TIKTOK = {
  url: 'https://v.tiktok.com/',
  headers: {},
  kind: 'media',
  pageUrl: 'https://www.tiktok.com/@name/video/1',
  fileName: null,
  sizeBytes: null,
} as const;

/** Replies with the arguments that it was called with, in headers. */
const relay: Pick<RelayService, 'media' | 'image'> = {
  media: async (request: IncomingMessage, response: ServerResponse, asked: MediaRequest) => {
    if (asked.url === 'ungranted') {
      throw new DomainError('MEDIA_NOT_GRANTED');
    }
    const { url, download, yields, accepts } = asked;
    const onlyTiktok =
      accepts?.(TIKTOK) === true && !accepts({ ...TIKTOK, url: 'https://x.test/' });
    const said = JSON.stringify([
      ...[request.method, url, download, onlyTiktok],
      ...(yields ? ['yields'] : []),
    ]);
    response.writeHead(200, { 'x-said': said }).end();
    await Promise.resolve();
  },
  image: async (request, response, url) => {
    response.writeHead(200, { 'x-said': JSON.stringify([request.method, url]) }).end();
    await Promise.resolve();
  },
};

describe('RelayController', () => {
  let app: INestApplication<Server>;
  let base: string;

  beforeAll(async () => {
    const module = await Test.createTestingModule({
      controllers: [RelayController],
      providers: [{ provide: RelayService, useValue: relay }],
    }).compile();
    app = module.createNestApplication();
    app.useGlobalPipes(validationPipe());
    app.useGlobalFilters(new DomainErrorFilter());
    await app.listen(0, '127.0.0.1');
    base = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}/api`;
  });

  afterAll(() => app.close());

  it.each([
    [
      'GET',
      'proxied_download?url=https%3A%2F%2Fa.test%2F%3Fb%3D1%26c',
      ['GET', 'https://a.test/?b=1&c', false, false],
    ],
    ['HEAD', 'proxied_download?url=u', ['HEAD', 'u', false, false]],
    ['GET', 'proxied_download?url=u&download=1', ['GET', 'u', true, false]],
    ['GET', 'proxied_download?url=u&download=0', ['GET', 'u', false, false]],
    ['GET', 'proxied_download?url=u&yields=1', ['GET', 'u', false, false, 'yields']],
    ['GET', 'proxied_download?url=u&yields=0', ['GET', 'u', false, false]],
    ['GET', 'tiktok_proxy?url=u&download=1', ['GET', 'u', true, true]],
    ['GET', 'tiktok_proxy?url=u&yields=1', ['GET', 'u', false, true, 'yields']],
    ['HEAD', 'tiktok_proxy?url=u', ['HEAD', 'u', false, true]],
    ['GET', 'image-proxy?url=u', ['GET', { url: 'u', download: false }]],
    ['HEAD', 'image-proxy?url=u', ['HEAD', { url: 'u', download: false }]],
    [
      'GET',
      'image-proxy?url=u&grant=a.b.c',
      ['GET', { url: 'u', download: false, grant: 'a.b.c' }],
    ],
  ])('passes %s %s on to the service', async (method, path, expected) => {
    const reply = await fetch(`${base}/${path}`, { method });
    expect(JSON.parse(reply.headers.get('x-said') ?? 'null')).toEqual(expected);
  });

  it.each([
    ['proxied_download', 400, 'INVALID_REQUEST'],
    ['proxied_download?url=', 400, 'INVALID_REQUEST'],
    ['proxied_download?url=a&url=b', 400, 'INVALID_REQUEST'],
    [`image-proxy?url=${'a'.repeat(8193)}`, 400, 'INVALID_REQUEST'],
    [`image-proxy?url=u&grant=${'a'.repeat(4097)}`, 400, 'INVALID_REQUEST'],
    ['image-proxy?url=u&grant=a&grant=b', 400, 'INVALID_REQUEST'],
    ['tiktok_proxy', 400, 'INVALID_REQUEST'],
    ['proxied_download?url=ungranted', 403, 'MEDIA_NOT_GRANTED'],
  ])('answers %s with %d', async (path, status, code) => {
    const reply = await fetch(`${base}/${path}`);
    expect([reply.status, await reply.json()]).toMatchObject([status, { code }]);
  });
});

describe('isTiktokGrant', () => {
  it.each([
    ['https://v58.cdn.test/v', { referer: 'https://www.tiktok.com/@a/video/1' }, true],
    ['https://v16-webapp-prime.tiktok.com/v', {}, true],
    ['https://cdn.test/v', { referer: 'https://nottiktok.com/@a' }, false],
    ['https://cdn.test/tiktok.com', {}, false],
    ['https://cdn.test/v', { referer: 'https://cdn.test/?u=https://www.tiktok.com/' }, false],
  ])('classifies %s with the headers %j: %s', (url, headers, expected) => {
    expect(isTiktokGrant({ url, headers })).toBe(expected);
  });
});
