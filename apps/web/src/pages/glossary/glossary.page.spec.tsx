import { loadContent } from '../../content/load-content.js';
import common from '../../i18n/en/common.json';
import reading from '../../i18n/en/reading.json';
import { createI18n } from '../../i18n/create-i18n.js';
import { siteConfig } from '../../testing/fixtures.js';
import { renderAt } from '../../testing/render-at.js';
import { GlossaryPage } from './glossary.page.js';

const texts = createI18n('en', { common, reading });

beforeAll(() => loadContent('en', ['glossary']));

it('links each letter and each "see also" to an existing anchor', () => {
  renderAt('/terms-glossary', <GlossaryPage />, siteConfig(), texts);
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href*="#"]')];
  expect(links.length).toBeGreaterThan(60);
  const lost = links.filter(({ hash }) => document.getElementById(hash.slice(1)) === null);
  expect(lost).toEqual([]);
});
