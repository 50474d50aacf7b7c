import type { PlatformId } from '@dipper/media';
import { siteConfig } from '../testing/fixtures.js';
import { contrast } from '@dipper/site';
import { themesOf } from './palette.js';
import { platformStyles } from './platform-colours.js';

const row = (id: PlatformId, color: string, enabled = true) => ({
  ...{ id, name: id, displayName: id, icon: id, color, enabled, priority: 1 },
});
const site = (darkMode: boolean, ...supportedPlatforms: ReturnType<typeof row>[]) =>
  siteConfig({ supportedPlatforms, features: { ...siteConfig().features, darkMode } });
const coloursIn = (css: string) => [...css.matchAll(/#[0-9a-f]{6}/gi)].map(([colour]) => colour);

it.each(['#000000', '#ffffff', '#ff0000', '#fffc00', '#25f4ee'])(
  'keeps %s visible in both themes, unchanged where possible',
  (color) => {
    const { light, dark } = themesOf(siteConfig().branding.colors);
    const [day = '', system, night = ''] = coloursIn(
      platformStyles(site(true, row('tiktok', color))),
    );
    expect(system).toBe(night);
    expect(contrast(day, light.bg)).toBeGreaterThanOrEqual(3);
    expect(contrast(day, light.surface)).toBeGreaterThanOrEqual(3);
    expect(contrast(night, dark.surface)).toBeGreaterThanOrEqual(3);
    if (contrast(color, light.bg) >= 3) {
      expect(day).toBe(color);
    }
  },
);

it('omits disabled platforms and those in the brand color', () => {
  const { primary } = siteConfig().branding.colors;
  const rows = [row('youtube', '#ff0000', false), row('vimeo', primary)];
  expect(platformStyles(site(true, ...rows))).toBe('');
});

it('a site without dark mode has a single theme', () => {
  expect(platformStyles(site(false, row('youtube', '#cc0000')))).toBe(
    ':root{--platform-youtube:#cc0000}',
  );
});
