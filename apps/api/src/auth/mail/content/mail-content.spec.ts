import { defaultDomainConfig } from '@dipper/contract';
import { contrast } from '@dipper/site';
import { mailColours } from './mail-colours.js';
import { mailContent, type MailInput } from './mail-content.js';
import { MAIL_KINDS } from '../mail-kinds.js';
import { MAIL_TEXTS } from './mail-words.js';
import { en } from './texts/en.js';

const INPUT: MailInput = {
  branding: defaultDomainConfig('dipper.example').branding,
  email: 'ann@example.org',
  link: 'https://dipper.example/?auth=verify-email&token=abc',
  expiresAt: new Date('2026-11-23T19:05:00Z'),
  language: 'en',
  timezone: 'UTC',
};

describe('mailContent', () => {
  it.each(MAIL_KINDS)('%s: has the same link and brand in its text and its HTML', (kind) => {
    const { subject, text, html } = mailContent(kind, INPUT);
    expect(subject).toContain('Dipper');
    expect(text.split('\n')).toContain(INPUT.link);
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    expect(links).toEqual(Array(2).fill('https://dipper.example/?auth=verify-email&amp;token=abc'));
    expect(html).not.toMatch(/src=|url\(|undefined|null/);
  });

  it("states when the link expires, in the account's time zone", () => {
    expect(mailContent('reset', INPUT).text).toContain('November 23, 2026 at 7:05 PM UTC');
    const tokyo = mailContent('reset', { ...INPUT, timezone: 'Asia/Tokyo' });
    expect(tokyo.html).toContain('November 24, 2026 at 4:05 AM');
  });

  it('falls back to English for a language without translations', () => {
    for (const language of ['xx', '__proto__', 'constructor', '']) {
      expect(mailContent('verify', { ...INPUT, language })).toEqual(mailContent('verify', INPUT));
    }
  });

  it.each([...MAIL_TEXTS])('has the placeholders of the English emails in %s', (language, own) => {
    const places = (words: object) => [...new Set(JSON.stringify(words).match(/{{.*?}}/g))].sort();
    for (const kind of MAIL_KINDS) {
      expect(places(own[kind])).toEqual(places(en[kind]));
      expect(JSON.stringify(mailContent(kind, { ...INPUT, language }))).not.toContain('{{');
    }
  });

  it('escapes names and addresses in the HTML', () => {
    const hostile = `"><img src=x onerror=alert(1)>'&{{`;
    const branding = { ...INPUT.branding, name: hostile };
    for (const kind of MAIL_KINDS) {
      const { html, text } = mailContent(kind, {
        ...INPUT,
        branding,
        email: hostile,
        link: hostile,
      });
      expect(html).not.toMatch(/<img|"'?>'?&\{\{|onerror=alert\(1\)>/);
      expect(html).toContain('&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&#39;&amp;{{');
      expect(text).toContain(hostile);
    }
  });
});

describe('mailColours', () => {
  const { colors } = INPUT.branding;
  const paints = ['#ffffff', '#000000', '#ffe600', '#0f6a66', '#767676', '#ff00ff', '#10102a'];
  const brands = paints.flatMap((background) =>
    paints.flatMap((surface) =>
      paints.map((primary) => ({ ...colors, background, surface, primary, text: primary })),
    ),
  );

  it('keep text readable whatever the brand colors are', () => {
    const worst = { text: 21, edge: 21, button: 21 };
    for (const { light, dark } of brands.map(mailColours)) {
      for (const it of [light, dark]) {
        const grounds = [it.ground, it.card];
        const least = (colour: string) => Math.min(...grounds.map((on) => contrast(colour, on)));
        worst.text = Math.min(worst.text, ...[it.ink, it.muted, it.link].map(least));
        worst.edge = Math.min(worst.edge, least(it.edge));
        worst.button = Math.min(worst.button, contrast(it.onButton, it.button));
      }
    }
    expect(worst.text).toBeGreaterThanOrEqual(4.5);
    expect(worst.edge).toBeGreaterThanOrEqual(3);
    expect(worst.button).toBeGreaterThanOrEqual(4.5);
  });

  it('leave readable brand colors unchanged', () => {
    const { light } = mailColours(colors);
    expect([light.ground, light.card, light.ink, light.button]).toEqual([
      ...[colors.background, colors.surface, colors.text, colors.primary],
    ]);
  });
});
