import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACCOUNT_LANGUAGES } from '@dipper/contract';

const ROOT = join(__dirname, '..');
const json = (...path: string[]) =>
  JSON.parse(readFileSync(join(ROOT, ...path), 'utf8')) as Record<string, unknown>;

const manifest = json('manifest.json');
const LOCALES = readdirSync(join(ROOT, '_locales'));

it('requests access only to the tab in which the button is clicked', () => {
  expect(manifest).toMatchObject({ manifest_version: 3, permissions: ['activeTab'] });
  expect(Object.keys(manifest).filter((key) => /host|content_|external|web_acc/.test(key))).toEqual(
    [],
  );
});

it.each(Object.entries(manifest['icons'] as Record<string, string>))(
  'includes an icon of %s px',
  (size, path) => {
    const png = readFileSync(join(ROOT, path));
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([Number(size), Number(size)]);
  },
);

it('includes the languages of the site', () => {
  expect(LOCALES.map((locale) => locale.slice(0, 2)).sort()).toEqual([...ACCOUNT_LANGUAGES].sort());
});

it.each(LOCALES)('includes all texts in %s', (locale) => {
  const texts = json('_locales', locale, 'messages.json') as Record<string, { message: string }>;
  const used = [
    ...readFileSync(join(ROOT, 'manifest.json'), 'utf8').matchAll(/__MSG_(\w+)__/g),
    ...readFileSync(join(ROOT, 'options.html'), 'utf8').matchAll(/data-text="(\w+)"/g),
    ...readFileSync(join(ROOT, 'src/options.js'), 'utf8').matchAll(/getMessage\('(\w+)'/g),
  ].map(([, key]) => key);
  expect(Object.keys(texts).sort()).toEqual([...new Set(used)].sort());
  // Chrome's store refuses longer descriptions.
  expect(texts['description']?.message.length).toBeLessThanOrEqual(132);
  expect(texts['saved']?.message).toContain('$HOST$');
});
