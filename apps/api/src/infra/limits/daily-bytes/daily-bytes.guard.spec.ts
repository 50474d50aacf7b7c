import { Controller, Get, Global, type INestApplication, Module, Param, Res } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import type { NextFunction, Request, Response } from 'express';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EnvModule } from '../../env/env.module.js';
import type { Env } from '../../env/env.js';
import { DomainErrorFilter } from '../../http/reply/domain-error.filter.js';
import { accountAt, principalOf, setPrincipal } from '../../principal/principal.js';
import { SiteSettings } from '../../sites/site-settings.js';
import { waitUntil } from '../../testing/wait-until.js';
import { CountsBytes, noteHandedOver } from './daily-bytes.guard.js';
import { DailyBytesModule } from './daily-bytes.module.js';
import { DeliveredBytes, restOfDayMs } from './delivered-bytes.js';

const LIMIT = 1_000_000_000;
const HOUR_MS = 3_600_000;

@Controller()
class Files {
  @Get('file')
  @CountsBytes('delivers')
  file(): string {
    return 'x'.repeat(5000);
  }

  @Get('accelerated')
  @CountsBytes('delivers')
  accelerated(@Res() response: Response): void {
    noteHandedOver(response, { id: 'big', bytes: LIMIT });
    response.end();
  }

  @Get('handed/:file')
  @CountsBytes('delivers')
  handed(@Param('file') id: string, @Res() response: Response): void {
    noteHandedOver(response, { id, bytes: LIMIT / 4 });
    response.end();
  }

  @Get('open')
  @CountsBytes('delivers')
  open(@Res() response: Response): void {
    response.write('x'.repeat(5000));
  }

  @Get('of/:task_id')
  @CountsBytes('delivers')
  ofTask(): string {
    return 'x'.repeat(5000);
  }

  @Get('start')
  @CountsBytes('starts')
  start(): string {
    return 'started';
  }

  @Get('status')
  status(): string {
    return 'fine';
  }
}

describe('DailyBytesGuard', () => {
  let app: INestApplication<Server>;
  let url: string;
  let folder: string;
  let file: string;
  let settings: SiteSettings;
  let delivered: DeliveredBytes;
  /** Visitor key of this spec's requests. */
  let visitor: string;
  const limit = (bytes: number | null): void => {
    writeFileSync(file, JSON.stringify(bytes === null ? {} : { daily_bytes: bytes }));
    settings.refresh();
  };
  const statusOf = async (path: string, init: RequestInit = {}): Promise<number> => {
    const reply = await fetch(url + path, init);
    await reply.text();
    return reply.status;
  };
  /** The bytes counted so far. */
  const counted = (): Promise<number> => delivered.add(visitor, 0);
  const countReaches = (bytes: number): Promise<unknown> =>
    waitUntil(async () => (await counted()) >= bytes, 'the count');

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'dipper-bytes-'));
    file = join(folder, 'extraction.json');
    const settingsProvider = {
      provide: SiteSettings,
      useFactory: () => new SiteSettings({ file }),
    };
    @Global()
    @Module({ providers: [settingsProvider], exports: [settingsProvider] })
    class SettingsModule {}
    @Module({
      imports: [
        SettingsModule,
        EnvModule.forRoot({ FILE_RETENTION_SECONDS: 3600 } as Env),
        DailyBytesModule,
      ],
      controllers: [Files],
      providers: [{ provide: APP_FILTER, useClass: DomainErrorFilter }],
    })
    class World {}
    const module = await Test.createTestingModule({ imports: [World] }).compile();
    app = module.createNestApplication({ logger: false });
    app.use((request: Request, _: Response, next: NextFunction) => {
      const tier = request.get('x-tier');
      if (tier !== undefined) {
        setPrincipal(request, accountAt(request, { accountId: 'a', sessionId: 's', tier }));
      } else {
        visitor = principalOf(request).key;
      }
      next();
    });
    await app.listen(0, '127.0.0.1');
    url = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}/`;
    settings = app.get(SiteSettings);
    delivered = app.get(DeliveredBytes);
    visitor = 'nobody yet';
    limit(LIMIT);
  });
  afterEach(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });

  it('counts what it delivers, including what another server sends, and then refuses', async () => {
    expect(await statusOf('file')).toBe(200);
    await countReaches(5000);
    expect(await counted()).toBeLessThan(6000);
    expect(await statusOf('accelerated')).toBe(200);
    await countReaches(LIMIT);

    const refused = await fetch(`${url}file`);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({
      code: 'DAILY_BYTES',
      error: expect.stringMatching(/again in \d+ hours?\.$/) as string,
    });
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(86_400);
    expect([await statusOf('start'), await statusOf('status')]).toEqual([429, 200]);
    expect(await statusOf('file', { method: 'HEAD' })).toBe(200);
  });

  it('charges a file that another server sends once, however many ranges are requested', async () => {
    for (const first of [0, 1, 2, 3, 4]) {
      expect(await statusOf('handed/a', { headers: { range: `bytes=${first}-` } })).toBe(200);
    }
    expect(await statusOf('handed/b')).toBe(200);
    // Both files are charged in full, along with the headers of six replies.
    await countReaches(LIMIT / 2);
    expect(await counted()).toBeLessThan(LIMIT / 2 + 10_000);
  });

  it('counts the bytes of a reply that is still open', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'performance'] });
    const leave = new AbortController();
    try {
      const reply = await fetch(`${url}open`, { signal: leave.signal });
      await reply.body?.getReader().read();
      expect(await counted()).toBe(0);
      await jest.advanceTimersByTimeAsync(10_000);
      expect(await counted()).toBeGreaterThanOrEqual(5000);
    } finally {
      jest.useRealTimers();
      leave.abort();
    }
  });

  it('sends a file to a plain link if its task was started by an account without a limit', async () => {
    await statusOf('accelerated');
    await countReaches(LIMIT);
    const before = await counted();
    await statusOf('start?task_id=paid', { headers: { 'x-tier': 'pro' } });
    expect([await statusOf('of/paid'), await statusOf('of/other')]).toEqual([200, 429]);
    expect(await counted()).toBe(before);
  });

  it('charges other deliveries even if their query names such a task', async () => {
    await statusOf('accelerated');
    await countReaches(LIMIT);
    await statusOf('start?task_id=paid', { headers: { 'x-tier': 'pro' } });
    expect([await statusOf('file?task_id=paid'), await statusOf('of/other?task_id=paid')]).toEqual([
      429, 429,
    ]);
  });

  it('follows the settings without a restart, and does not limit accounts of other tiers', async () => {
    await statusOf('accelerated');
    await countReaches(LIMIT);
    expect(await statusOf('start', { headers: { 'x-tier': 'free' } })).toBe(429);
    expect(await statusOf('start', { headers: { 'x-tier': 'pro' } })).toBe(200);
    limit(2 * LIMIT);
    expect(await statusOf('start')).toBe(200);
    limit(null);
    expect(await statusOf('start')).toBe(200);
  });
});

it('starts over on the next day (UTC), and counts each visitor separately', async () => {
  const bytes = new DeliveredBytes(undefined);
  const evening = Date.parse('2026-11-23T22:00:00Z');
  await bytes.add('a', 7, evening);
  expect(await bytes.add('a', 1, evening + HOUR_MS)).toBe(8);
  expect(await bytes.add('b', 0, evening)).toBe(0);
  expect(await bytes.add('a', 0, evening + restOfDayMs(evening))).toBe(0);
  expect(restOfDayMs(evening)).toBe(2 * HOUR_MS);
});
