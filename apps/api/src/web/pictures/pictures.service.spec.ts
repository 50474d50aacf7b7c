import { PicturesService } from './pictures.service.js';

const FAVICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';
const ICON = { size: 48, isMaskable: true };
/** Makes the n-th of any number of different backgrounds. */
const ground = (n: number) => `#${n.toString(16).padStart(6, '0')}`;

it('draws a picture once for concurrent requests', async () => {
  const pictures = new PicturesService();
  const [one, two] = await Promise.all([
    pictures.icon(FAVICON, ground(1), ICON),
    pictures.icon(FAVICON, ground(1), ICON),
  ]);
  expect(two).toBe(one);
  expect(await pictures.icon(FAVICON, ground(1), ICON)).toBe(one);
  expect(await pictures.icon(FAVICON, ground(2), ICON)).not.toEqual(one);
});

it('refuses a client that makes up many brands at the same time, but draws their pictures later', async () => {
  const pictures = new PicturesService();
  const asked = Array.from({ length: 200 }, (_, n) => pictures.icon(FAVICON, ground(n), ICON));
  const outcomes = await Promise.allSettled(asked);
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(150);
  expect(refused.map((it) => (it as PromiseRejectedResult).reason as unknown)).toEqual(
    refused.map(() => expect.objectContaining({ code: 'BUSY' }) as unknown),
  );
  await expect(pictures.icon(FAVICON, ground(199), ICON)).resolves.toBeInstanceOf(Buffer);
});

it('forgets a picture that could not be drawn', async () => {
  const pictures = new PicturesService();
  const broken = () => pictures.icon(FAVICON, '"', ICON);
  await expect(broken()).rejects.toThrow();
  await expect(broken()).rejects.toThrow();
  await expect(pictures.icon(FAVICON, ground(1), ICON)).resolves.toBeInstanceOf(Buffer);
});
