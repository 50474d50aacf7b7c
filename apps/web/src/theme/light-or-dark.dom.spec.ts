import { readThemeChoice, THEME_CHOICES, themeChoice } from '@dipper/site';
import { APPLY_KEPT_THEME, applyThemeChoice, keepThemeChoice } from './light-or-dark.js';

const HOSTILE = [
  '',
  'DARK',
  'dark ',
  'dark"',
  '"><script>',
  'toString',
  '__proto__',
  'x'.repeat(100_000),
];

describe('the choice of a theme', () => {
  it.each(HOSTILE)('ignores the invalid choice %.20j', (text) => {
    expect(themeChoice(text)).toBe('light');
  });

  it.each([
    ['theme=dark', 'dark'],
    ['a=b; theme=light; c=d', 'light'],
    [' theme=dark ;x', 'dark'],
    ['theme=auto', 'auto'],
    ['', 'light'],
    ['theme', 'light'],
    ['theme=', 'light'],
    ['mytheme=dark', 'light'],
    ['theme=dark; theme=light', 'dark'],
    ['theme=%64ark', 'light'],
    ['theme=dark=light; other', 'dark'],
  ])('reads %j as %s', (cookies, choice) => {
    expect(readThemeChoice(cookies)).toBe(choice);
  });
});

describe('in the browser', () => {
  const metas = () =>
    [...document.querySelectorAll('[name=theme-color]')].map((meta) => meta.getAttribute('media'));

  beforeEach(() => {
    document.head.innerHTML =
      '<meta name="theme-color" data-of="light"><meta name="theme-color" data-of="dark">';
  });

  it.each([
    ['dark', 'dark', ['not all', 'all']],
    ['light', 'light', ['all', 'not all']],
    ['auto', null, ['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']],
  ] as const)('%s is applied with its browser colour', (choice, attribute, media) => {
    document.documentElement.setAttribute('data-theme', 'old');
    applyThemeChoice(document, choice);
    expect(document.documentElement.getAttribute('data-theme')).toBe(attribute);
    expect(metas()).toEqual(media);
  });

  it.each(THEME_CHOICES)('%s is stored', (choice) => {
    keepThemeChoice(document, choice);
    expect(readThemeChoice(document.cookie)).toBe(choice);
  });

  it.each([...THEME_CHOICES, 'dark=light', 'dark ; x=1', '', 'toString'])(
    'the inline script renders %j before the first paint as the page does afterwards',
    (kept) => {
      document.cookie = `theme=${kept}; path=/`;
      const shown = () => [document.documentElement.getAttribute('data-theme'), ...metas()];
      // As the server renders the document.
      applyThemeChoice(document, 'light');
      const script = document.createElement('script');
      script.textContent = APPLY_KEPT_THEME;
      document.body.append(script);
      const before = shown();
      applyThemeChoice(document, readThemeChoice(document.cookie));
      expect(before).toEqual(shown());
    },
  );

  it('works without meta elements', () => {
    document.head.innerHTML = '';
    expect(() => applyThemeChoice(document, 'dark')).not.toThrow();
  });
});
