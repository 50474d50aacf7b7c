import { defaultDomainConfig, type DomainConfig } from '@dipper/contract';
import type { DomainConfigService } from '../../config/domain-config.service.js';
import type { Site } from '../../infra/sites/site.js';
import type { SiteSettings } from '../../infra/sites/site-settings.js';
import { SiteGate } from './site-gate.js';

/** Facebook and sites that are not in our list are off everywhere. YouTube is off on one domain. */
const gate = new SiteGate(
  {
    isOff: (site: Site) => ['facebook', 'other'].includes(site),
    isBlocked: (url: string) => url.endsWith('/blocked'),
  } as SiteSettings,
  {
    forHost: (host: string) => {
      const config: DomainConfig = defaultDomainConfig(host);
      const supportedPlatforms = config.supportedPlatforms.map((one) => ({
        ...one,
        enabled: !(one.id === 'youtube' && host.startsWith('a.example')),
      }));
      return { version: '', config: { ...config, supportedPlatforms } };
    },
  } as DomainConfigService,
);

describe('SiteGate', () => {
  it.each([
    ['https://www.youtube.com/watch?v=1', 'a.example:3000', false],
    ['https://youtu.be/1', 'a.example', false],
    ['https://www.youtube.com/watch?v=1', 'b.example', true],
    ['https://fb.watch/x', 'b.example', false],
    ['https://vimeo.com/1', 'a.example', true],
    // No domain lists this site.
    ['https://www.instagram.com/p/1/', 'a.example', true],
    ['https://site.example/?u=https://vimeo.com/1', 'b.example', false],
  ])('lets %s pass on the host %s: %s', (url, host, passes) => {
    const pass = (): void => gate.pass(url, host);
    if (passes) {
      expect(pass).not.toThrow();
    } else {
      expect(pass).toThrow(expect.objectContaining({ code: 'PLATFORM_OFF' }) as Error);
    }
  });

  it('refuses blocked links with a dedicated error, and omits them from lists', () => {
    const refused = expect.objectContaining({ code: 'LINK_BLOCKED', status: 451 }) as Error;
    expect(() => gate.pass('https://vimeo.com/blocked', 'a.example')).toThrow(refused);
    expect(gate.isOff('https://vimeo.com/blocked', 'a.example')).toBe(true);
  });
});
