import { Controller, Get, type INestApplication, Module, Post } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import type { Request } from 'express';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import type { Env } from '../env/env.js';
import { EnvModule } from '../env/env.module.js';
import { DomainErrorFilter } from '../http/reply/domain-error.filter.js';
import { accountAt, setPrincipal } from '../principal/principal.js';
import { Limited, VISITOR_LIMITS } from './limited.js';
import { LimitsModule } from './limits.module.js';

@Controller()
class Pages {
  @Post('search')
  @Limited('search')
  search(): string {
    return 'found';
  }

  @Get('preview')
  @Limited('search')
  preview(): string {
    return 'found';
  }

  @Get('start')
  @Limited('start')
  start(): { status: string } {
    return { status: 'queued' };
  }

  @Get('status')
  status(): string {
    return 'queued';
  }
}

const SEARCHES = VISITOR_LIMITS.search.size;

describe('VisitorGuard', () => {
  let app: INestApplication;
  let url: string;

  async function serve(env: Partial<Env> = {}): Promise<void> {
    @Module({
      imports: [EnvModule.forRoot({ RATE_LIMIT: 'on', ...env } as Env), LimitsModule],
      controllers: [Pages],
      providers: [{ provide: APP_FILTER, useClass: DomainErrorFilter }],
    })
    class World {}
    const module = await Test.createTestingModule({ imports: [World] }).compile();
    app = module.createNestApplication<NestExpressApplication>({ logger: false });
    (app as NestExpressApplication).set('trust proxy', 'loopback');
    app.use((request: Request, _: unknown, next: () => void) => {
      const [accountId, tier] = request.get('x-account')?.split(' ') ?? [];
      if (accountId !== undefined && tier !== undefined) {
        setPrincipal(request, accountAt(request, { accountId, sessionId: 'session', tier }));
      }
      next();
    });
    await app.listen(0, '127.0.0.1');
    url = `http://127.0.0.1:${((app.getHttpServer() as Server).address() as AddressInfo).port}`;
  }

  const ask = (path: string, from = '192.0.2.1', init: RequestInit = {}): Promise<Response> =>
    fetch(url + path, { ...init, headers: { 'x-forwarded-for': from, ...init.headers } });

  /** Sends the same request several times in a row. @returns the statuses */
  async function askOften(count: number, ...[path, from, init]: Parameters<typeof ask>) {
    const statuses: number[] = [];
    while (statuses.length < count) {
      statuses.push((await ask(path, from, init)).status);
    }
    return statuses;
  }

  // Stop the clock, because a refill would change the counts.
  beforeEach(() => jest.spyOn(Date, 'now').mockReturnValue(1_795_230_000_000));
  afterEach(async () => {
    jest.restoreAllMocks();
    await app.close();
  });

  it('refuses requests beyond the limit with a message and Retry-After', async () => {
    await serve();
    const first = await ask('/preview');
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'ratelimit-limit': String(SEARCHES),
      'ratelimit-remaining': String(SEARCHES - 1),
      'ratelimit-reset': '1',
    });
    const statuses = await askOften(SEARCHES, '/preview');
    expect(statuses).toEqual([...Array<number>(SEARCHES - 1).fill(200), 429]);
    const refused = await ask('/preview');
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      'retry-after': '1',
      'ratelimit-limit': String(SEARCHES),
      'ratelimit-remaining': '0',
      'ratelimit-reset': '60',
      'cache-control': 'no-store',
    });
    expect(await refused.json()).toEqual({
      error: 'Too many requests in a short time. Try again in 1 s.',
      values: { seconds: 1 },
      code: 'RATE_LIMITED',
    });
    jest.mocked(Date.now).mockReturnValue(1_795_230_001_000);
    expect(await askOften(2, '/preview')).toEqual([200, 429]);
  });

  it('counts all methods of a kind together, including HEAD and requests answered with 304', async () => {
    await serve();
    const etag = (await ask('/preview')).headers.get('etag') ?? '';
    // Don't use fetch, because it adds a Cache-Control that prevents a 304.
    const headers = { 'x-forwarded-for': '192.0.2.1', 'if-none-match': etag };
    const [cached] = (await once(get(`${url}/preview`, { headers }), 'response')) as [
      IncomingMessage,
    ];
    cached.resume();
    expect([cached.statusCode, cached.headers['ratelimit-remaining']]).toEqual([
      304,
      String(SEARCHES - 2),
    ]);
    await askOften(SEARCHES - 3, '/preview', '192.0.2.1', { method: 'HEAD' });
    const last = await ask('/search', '192.0.2.1', { method: 'POST' });
    expect(last.headers.get('ratelimit-remaining')).toBe('0');
    const head = await ask('/preview', '192.0.2.1', { method: 'HEAD' });
    expect([head.status, head.headers.get('retry-after')]).toEqual([429, '1']);
  });

  it('counts other kinds and visitors separately, and does not count requests without a kind', async () => {
    await serve();
    await askOften(SEARCHES, '/preview', '2001:db8:0:1200::1');
    const after = await Promise.all([
      ask('/preview', '2001:db8:0:12ff::2'),
      ask('/preview', '2001:db8:0:1300::1'),
      ask('/start', '2001:db8:0:1200::1'),
      ask('/status', '2001:db8:0:1200::1'),
    ]);
    expect(after.map(({ status }) => status)).toEqual([429, 200, 200, 200]);
    expect(after[3]?.headers.get('ratelimit-limit')).toBeNull();
  });

  it('counts a free account by its address, and a paid account wherever it is used', async () => {
    await serve();
    await askOften(SEARCHES, '/preview', '192.0.2.1');
    const as = async (account: string, from: string): Promise<number> =>
      (await ask('/preview', from, { headers: { 'x-account': account } })).status;
    expect([await as('ada free', '192.0.2.1'), await as('ada free', '192.0.2.2')]).toEqual([
      429, 200,
    ]);
    const paid = { headers: { 'x-account': 'bob pro' } };
    const statuses = await askOften(SEARCHES + 1, '/preview', '192.0.2.1', paid);
    expect(statuses).toEqual([...Array<number>(SEARCHES).fill(200), 429]);
    expect([await as('bob pro', '192.0.2.2'), await as('eve pro', '192.0.2.1')]).toEqual([
      429, 200,
    ]);
  });

  it('counts in memory while Redis is down', async () => {
    await serve({ REDIS_URL: 'redis://127.0.0.1:1/0' });
    const statuses = await askOften(SEARCHES + 1, '/preview');
    expect(statuses).toEqual([...Array<number>(SEARCHES).fill(200), 429]);
  });

  it('does not limit anyone if RATE_LIMIT is off', async () => {
    await serve({ RATE_LIMIT: 'off' });
    const last = (await askOften(SEARCHES + 1, '/preview')).at(-1);
    expect(last).toBe(200);
    expect((await ask('/preview')).headers.get('ratelimit-limit')).toBeNull();
  });
});
