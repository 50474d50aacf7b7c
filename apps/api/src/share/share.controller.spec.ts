import type { Request, Response } from 'express';
import { parseEnv } from '../infra/env/env.js';
import { DomainError } from '../infra/errors/domain-error.js';
import type { RelayService } from '../relay/relay.service.js';
import { ShareController } from './share.controller.js';
import type { ShareService } from './share.service.js';

/**
 * Requests a link's picture, with the given results for the lookup of its row and for the source.
 */
async function redirected(
  picture: () => Promise<unknown>,
  relay: () => Promise<void> = () => Promise.resolve(),
): Promise<string | null> {
  const controller = new ShareController(
    parseEnv({}),
    { picture } as unknown as ShareService,
    { sharedImage: relay } as unknown as RelayService,
  );
  let address: string | null = null;
  const redirect = (_: number, to: string): void => void (address = to);
  const response = { headersSent: false, setHeader: () => undefined, redirect };
  await controller.image('known12345', {} as Request, response as unknown as Response);
  return address;
}
const there = () =>
  Promise.resolve({ url: 'https://i.example/a.jpg', pageUrl: 'https://a.example' });
const broken = (error: Error) => () => Promise.reject(error);

it('shows the picture of a link, or our own when it is unavailable', async () => {
  const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
  const own = '/og/home.png';
  expect(await redirected(there)).toBeNull();
  expect(await redirected(() => Promise.resolve(null))).toBe(own);
  expect(await redirected(there, broken(new DomainError('SOURCE_FAILED')))).toBe(own);
  expect(await redirected(broken(away))).toBe(own);
});

it('does not hide an internal error behind a picture', async () => {
  const mistake = new TypeError('x is not a function');
  await expect(redirected(broken(mistake))).rejects.toBe(mistake);
});
