import { ILLUSTRATIONS } from '@dipper/contract';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { render, screen } from '@testing-library/react';
import { BrandMark, StandingFigure } from './illustration.js';
import { SiteProvider } from '../site/site.js';
import { siteConfig } from '../testing/fixtures.js';
import { renderFavicon } from '../theme/illustrations/favicons.js';
import { illustrationModules, loadIllustrations } from '../theme/illustrations/illustrations.js';

const FOLDER = join(__dirname, '../theme/illustrations');

type Branding = ReturnType<typeof siteConfig>['branding'];

const siteOf = (branding: Partial<Branding>) =>
  siteConfig({ branding: { ...siteConfig().branding, ...branding } });

function draw(branding: Partial<Branding>): string {
  const site = { config: siteOf(branding), origin: '', prefix: '', retentionSeconds: 3600 };
  const { container } = render(
    <SiteProvider value={site}>
      <BrandMark />
      <StandingFigure>
        <p>form</p>
      </StandingFigure>
    </SiteProvider>,
  );
  return container.innerHTML;
}

it('each illustration has one folder', () => {
  const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((it) => it.isDirectory());
  const names = folders.map(({ name }) => (name === 'plain' ? 'none' : name));
  expect(names.sort()).toEqual([...ILLUSTRATIONS].sort());
});

/** A font without any letters. */
const noLetter = () => Promise.resolve(null);

describe.each(ILLUSTRATIONS)('%s', (illustration) => {
  it('is drawn around the form, and differs from all others', async () => {
    await loadIllustrations({ illustration });
    const drawn = draw({ illustration });
    expect(screen.getByText('form')).toBeVisible();
    for (const other of ILLUSTRATIONS.filter((it) => it !== illustration)) {
      await loadIllustrations({ illustration: other });
      expect(draw({ illustration: other })).not.toBe(drawn);
    }
  });

  it("has a valid favicon in the domain's colors", async () => {
    const icon = await renderFavicon(siteOf({ illustration, name: 'Öl & <Sohn>' }), noLetter);
    const parsed = new DOMParser().parseFromString(icon, 'image/svg+xml');
    expect(parsed.querySelector('parsererror')).toBeNull();
    expect(icon).toContain(siteConfig().branding.colors.primary);
  });

  it('lists existing modules to preload', () => {
    for (const module of illustrationModules({ illustration })) {
      expect(readdirSync(join(FOLDER, illustration))).toContain(module.split('/').at(-1));
    }
  });
});

it.each([
  ['Öl', 'Ö'],
  ['  (the) site', 'T'],
  ['小宇宙', '小'],
  ['<b>', 'B'],
  ['***', '•'],
])('shows the name %s, without an illustration, as %s', async (name, letter) => {
  const site = siteOf({ illustration: 'none', name });
  expect(draw({ illustration: 'none', name })).toContain(`>${letter}</text>`);
  expect(await renderFavicon(site, noLetter)).toContain(`>${letter}</text>`);
  const drawn = await renderFavicon(site, (it) => Promise.resolve(`<path id="${it}"/>`));
  expect(drawn).toContain(`<path id="${letter}"/>`);
  expect(drawn).not.toContain('<text');
});

describe('a logo', () => {
  it('from Font Awesome is drawn in the page and the favicon', async () => {
    const drawing = { viewBox: '0 0 448 512', path: 'M256 32z' };
    const logo = { type: 'fontawesome', icon: 'fas fa-download', drawing } as const;
    expect(draw({ logo })).toContain('d="M256 32z"');
    expect(await renderFavicon(siteOf({ logo }), noLetter)).toContain('d="M256 32z"');
  });

  it('that is an image is shown', () => {
    const logo = { type: 'image', icon: 'https://cdn.example/logo.svg' } as const;
    expect(draw({ logo })).toContain('src="https://cdn.example/logo.svg"');
  });
});
