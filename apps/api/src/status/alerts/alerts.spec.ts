import { Logger } from '@nestjs/common';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Mail, type Mailer, MailUncertain } from '../../infra/mail/mailer.port.js';
import type { SiteSettings } from '../../infra/sites/site-settings.js';
import type { KnownOutcomes, StatusRepository } from '../status.repository.js';
import type { AlertChannel, AlertRepository } from './alert.repository.js';
import { Alerts } from './alerts.js';

const nowMs = Date.parse('2026-11-23T16:35:00Z');
const beganMs = Date.parse('2026-11-23T16:20:00Z');
const row = (site: string, worked: number, failed: number) => ({ site, beganMs, worked, failed });

let receiver: http.Server;
let received: unknown[];
let statuses: number[];
let periods: KnownOutcomes['periods'];
let webhook: string | null;
let address: string | null;
let mails: Mail[];
let mailFault: Error | null;
let alerts: Alerts;
let repository: Pick<AlertRepository, 'told' | 'note'>;
let warned: jest.SpyInstance<void, [message: unknown, ...rest: unknown[]]>;
const told = new Map<string, { isFailing: boolean; atMs: number }>();

const mailer: Mailer = {
  send: (mail) => {
    mails.push(mail);
    return mailFault === null ? Promise.resolve() : Promise.reject(mailFault);
  },
};

beforeAll(async () => {
  receiver = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push(JSON.parse(Buffer.concat(chunks).toString()));
      response.writeHead(statuses.shift() ?? 204, { location: '/elsewhere' }).end();
    });
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  receiver.closeAllConnections();
  await new Promise((done) => receiver.close(done));
});
beforeEach(() => {
  [received, statuses, mails] = [[], [], []];
  [address, mailFault] = [null, null];
  told.clear();
  webhook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/?token=secret`;
  periods = [row('youtube', 0, 9), row('vimeo', 9, 0), row('facebook', 0, 9)];
  repository = {
    told: (channel: AlertChannel) =>
      Promise.resolve(
        new Map(
          [...told].filter(([key]) => key[0] === channel[0]).map(([key, at]) => [key.slice(2), at]),
        ),
      ),
    note: (channel: AlertChannel, site: string, isFailing: boolean) =>
      Promise.resolve(
        void told.set(`${channel[0]} ${site}`, { isFailing, atMs: nowMs - 3_600_000 }),
      ),
  };
  alerts = new Alerts(
    { read: () => Promise.resolve({ nowMs, waiting: 0, periods }) } as unknown as StatusRepository,
    repository as unknown as AlertRepository,
    {
      get webhook() {
        return webhook;
      },
      get alertMail() {
        return address;
      },
      isOff: (site: string) => site === 'facebook',
    } as unknown as SiteSettings,
    { PUBLIC_URL: 'https://dipper.example' },
    mailer,
  );
  warned = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
});
afterEach(() => jest.restoreAllMocks());

it('tells the webhook once that a platform is failing, and once that it works again', async () => {
  await alerts.tellNews();
  await alerts.tellNews();
  expect(received).toEqual([
    {
      event: 'platform_failing',
      platform: 'youtube',
      name: 'YouTube',
      failing_since: '2026-11-23T16:20:00.000Z',
      at: '2026-11-23T16:35:00.000Z',
      text: 'Most downloads from YouTube fail.',
    },
  ]);
  periods = [row('youtube', 30, 0)];
  await alerts.tellNews();
  await alerts.tellNews();
  expect(received.slice(1)).toEqual([
    expect.objectContaining({
      event: 'platform_working',
      platform: 'youtube',
      failing_since: null,
    }),
  ]);
});

it.each([500, 302])(
  'tries again after a reply of %d, and logs it once, without the token',
  async (status) => {
    statuses = [status, status];
    for (let turn = 0; turn < 4; turn += 1) {
      await alerts.tellNews();
    }
    expect(received).toHaveLength(3);
    expect(warned).toHaveBeenCalledTimes(1);
    expect(String(warned.mock.calls[0]?.[0])).toMatch(/^The webhook at 127\.0\.0\.1:\d+ failed: /);
    expect(String(warned.mock.calls[0]?.[0])).not.toContain('secret');
  },
);

it('sends a message once, even if the database cannot record it', async () => {
  const note = jest.spyOn(repository, 'note').mockRejectedValue(new Error('read-only'));
  await expect(alerts.tellNews()).rejects.toThrow('read-only');
  await alerts.tellNews();
  expect([received.length, note.mock.calls.length]).toEqual([1, 1]);
});

it('sends nothing more in a round once the receiver has failed', async () => {
  periods = [row('youtube', 0, 9), row('vimeo', 0, 9), row('tiktok', 0, 9)];
  statuses = [500];
  await alerts.tellNews();
  expect(received).toHaveLength(1);
  await alerts.tellNews();
  expect(received).toHaveLength(4);
});

it('reports only the name of an error that may quote the URL', async () => {
  const error = new TypeError('cannot fetch http://host/?token=secret');
  const fetching = jest.spyOn(globalThis, 'fetch').mockRejectedValueOnce(error);
  await alerts.tellNews();
  expect(fetching).toHaveBeenCalledTimes(1);
  expect(String(warned.mock.calls[0]?.[0])).toContain('failed: TypeError.');
});

it('sends the same message by email, whether or not the webhook responds', async () => {
  address = 'ops@dipper.example';
  statuses = [500];
  await alerts.tellNews();
  await alerts.tellNews();
  expect(received).toHaveLength(2);
  expect(mails).toEqual([
    expect.objectContaining({
      to: 'ops@dipper.example',
      fromHost: 'dipper.example',
      subject: 'Most downloads from YouTube fail.',
      text: 'Most downloads from YouTube fail.\nSince 2026-11-23T16:20:00.000Z.\n',
    }),
  ]);
});

it('resends an email that was not accepted, but not one that may have been', async () => {
  [webhook, address] = [null, 'ops@dipper.example'];
  mailFault = new Error('451 later');
  await alerts.tellNews();
  await alerts.tellNews();
  expect(mails).toHaveLength(2);
  expect(warned.mock.calls).toEqual([
    ['The email to alert_mail failed: 451 later. Trying again every minute.'],
  ]);
  mailFault = new MailUncertain('the connection broke');
  await alerts.tellNews();
  await alerts.tellNews();
  expect(mails).toHaveLength(3);
});

it('does nothing without a webhook and an address', async () => {
  webhook = null;
  await alerts.tellNews();
  expect(received).toEqual([]);
  expect(told.size).toBe(0);
});
