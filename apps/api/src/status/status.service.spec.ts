import { defaultDomainConfig } from '@dipper/contract';
import type { SiteSettings } from '../infra/sites/site-settings.js';
import type { KnownOutcomes, StatusRepository } from './status.repository.js';
import { FRESH_MS, StatusService } from './status.service.js';

const nowMs = Date.parse('2026-11-23T16:35:00Z');
const beganMs = Date.parse('2026-11-23T16:20:00Z');
const outcomes: KnownOutcomes = {
  nowMs,
  waiting: 2,
  periods: [
    { site: 'youtube', beganMs, worked: 0, failed: 9 },
    { site: 'vimeo', beganMs, worked: 9, failed: 0 },
    { site: 'tiktok', beganMs, worked: 0, failed: 9 },
  ],
};

const read = jest.fn<Promise<KnownOutcomes>, []>();
const config = defaultDomainConfig('dipper.example');
let service: StatusService;

beforeEach(() => {
  read.mockReset();
  read.mockResolvedValue(outcomes);
  const sites = { isOff: (site: string) => site === 'tiktok' } as unknown as SiteSettings;
  service = new StatusService({ read } as unknown as StatusRepository, sites);
});
afterEach(() => jest.restoreAllMocks());

it('gives the state of the platforms that the domain offers', async () => {
  const { platforms, waiting, checked_at } = await service.of(config);
  const states = new Map(platforms.map(({ id, state }) => [id, state]));
  expect([states.get('youtube'), states.get('vimeo'), states.get('castbox')]).toEqual([
    ...['failing', 'working', 'unknown'],
  ]);
  expect(states.has('tiktok')).toBe(false);
  expect([waiting, checked_at]).toEqual([2, '2026-11-23T16:35:00.000Z']);
  expect(platforms.find(({ id }) => id === 'youtube')?.failing_since).toBe(
    '2026-11-23T16:20:00.000Z',
  );
  const only = config.supportedPlatforms.map((row) => ({ ...row, enabled: row.id === 'vimeo' }));
  expect((await service.of({ supportedPlatforms: only })).platforms).toHaveLength(1);
});

it('queries the database once in ten seconds, however many requests there are', async () => {
  const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
  await Promise.all([service.of(config), service.of(config)]);
  clock.mockReturnValue(FRESH_MS - 1);
  await service.of(config);
  expect(read).toHaveBeenCalledTimes(1);
  clock.mockReturnValue(FRESH_MS);
  await service.of(config);
  expect(read).toHaveBeenCalledTimes(2);
});

it('tries again after a failure', async () => {
  read.mockRejectedValueOnce(new Error('away'));
  await expect(service.of(config)).rejects.toThrow('away');
  expect((await service.of(config)).waiting).toBe(2);
});
