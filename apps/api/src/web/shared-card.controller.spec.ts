import type { Request, Response } from 'express';
import type { DomainConfigService } from '../config/domain-config.service.js';
import { parseEnv } from '../infra/env/env.js';
import { DomainError } from '../infra/errors/domain-error.js';
import type { SharedThumbnails } from '../share/shared-thumbnails.js';
import type { Pages } from './pages/page-renderer.js';
import { SharedCardController } from './shared-card.controller.js';
import type { SharedCards } from './pictures/shared-cards.js';

const CARD = Buffer.from('card');

const drawn = () => Promise.resolve(CARD);

interface Reply {
  readonly sent?: unknown;
  readonly address?: string;
}

/** Requests the card of a short link, with the given results for its thumbnail and for the card. */
async function replyTo(
  find: () => Promise<unknown>,
  card: () => Promise<Buffer | null> = drawn,
): Promise<Reply> {
  const controller = new SharedCardController(
    parseEnv({}),
    {
      forHost: () => ({ config: { domain: 'a' }, version: 'v' }),
    } as unknown as DomainConfigService,
    {} as Pages,
    { find } as unknown as SharedThumbnails,
    { card } as unknown as SharedCards,
  );
  let reply: Reply = {};
  const response = {
    setHeader: () => undefined,
    send: (sent: unknown) => void (reply = { sent }),
    redirect: (_: number, address: string) => void (reply = { address }),
  };
  const request = { headers: {}, get: () => 'dipper.example', protocol: 'https' };
  await controller.sharedCard(
    'known12345',
    request as unknown as Request,
    response as unknown as Response,
  );
  return reply;
}

const there = () => Promise.resolve({ url: 'https://i.example/a.jpg' });
const OWN = { address: '/og/home.png' };

it('shows the card with the thumbnail of a link', async () => {
  expect(await replyTo(there)).toEqual({ sent: CARD });
});

it.each<[string, () => Promise<unknown>, () => Promise<Buffer | null>]>([
  ['the link has no thumbnail', () => Promise.resolve(null), drawn],
  ['the thumbnail cannot be shown', there, () => Promise.resolve(null)],
  ['too many cards are requested', there, () => Promise.reject(new DomainError('BUSY'))],
  [
    'the database is down',
    () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' })),
    drawn,
  ],
])("shows the site's own card if %s", async (_, find, card) => {
  expect(await replyTo(find, card)).toEqual(OWN);
});

it('does not hide our own bugs behind a card', async () => {
  const mistake = new TypeError('x is not a function');
  await expect(replyTo(() => Promise.reject(mistake))).rejects.toBe(mistake);
});
