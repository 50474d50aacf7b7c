import type { DomainConfig } from '@dipper/contract';
import { directionOf } from '@dipper/site';
import { escapeHtml } from '../../../infra/escape-html.js';
import { type MailColours, mailColours } from './mail-colours.js';
import type { MailWords } from './texts/mail-texts.js';

interface LayoutInput {
  readonly words: MailWords;
  readonly language: string;
  readonly branding: DomainConfig['branding'];
  readonly link: string;
}

const FONT =
  "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/**
 * Lets long addresses and links break anywhere. Some mail programs support only one of the two
 * properties.
 */
const WRAP = 'word-break:break-word;overflow-wrap:anywhere';

/** Rules for mail programs that follow the system's theme. They override the inline styles. */
function darkRules(dark: MailColours): string {
  const rules: readonly (readonly [string, string])[] = [
    ['.ground', `background-color:${dark.ground}!important`],
    ['.card', `background-color:${dark.card}!important;border-color:${dark.line}!important`],
    ['.ink', `color:${dark.ink}!important`],
    ['.muted', `color:${dark.muted}!important`],
    ['.link', `color:${dark.link}!important`],
    ['.button', `border-color:${dark.edge}!important`],
    ['.line', `border-color:${dark.line}!important`],
  ];
  return `@media (prefers-color-scheme:dark){${rules.map(([name, rule]) => `${name}{${rule}}`).join('')}}`;
}

/** The first letter of the brand, as in its icons. */
function letterOf(name: string): string {
  return ([...name.trim()][0] ?? '').toUpperCase();
}

function brandRow({ name }: LayoutInput['branding'], colours: MailColours): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td width="40" height="40" align="center" valign="middle" bgcolor="${colours.button}" style="width:40px;height:40px;border-radius:10px;background-color:${colours.button};color:${colours.onButton};${FONT};font-size:20px;font-weight:700;line-height:40px" aria-hidden="true">${escapeHtml(letterOf(name))}</td>
<td class="ink" style="padding:0 12px;color:${colours.ink};${FONT};font-size:18px;font-weight:700;line-height:24px;${WRAP}">${escapeHtml(name)}</td>
</tr></table>`;
}

/** The table cell has the button's color, because some mail programs ignore padding on links. */
function button(label: string, link: string, colours: MailColours): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td align="center" bgcolor="${colours.button}" style="border-radius:10px;background-color:${colours.button}"><a class="button" href="${escapeHtml(link)}" style="display:inline-block;padding:13px 27px;border:1px solid ${colours.edge};border-radius:10px;color:${colours.onButton};${FONT};font-size:16px;font-weight:700;line-height:20px;text-decoration:none">${escapeHtml(label)}</a></td>
</tr></table>`;
}

/**
 * The HTML of an email: a single column of tables with inline styles, as mail programs require,
 * with no images or other resources to load. The email is dark in mail programs that follow a dark
 * system theme.
 */
export function mailHtml({ words, language, branding, link }: LayoutInput): string {
  const { light, dark } = mailColours(branding.colors);
  const paragraph = (text: string, end = 16): string =>
    `<p class="ink" style="margin:0 0 ${end}px;color:${light.ink};${FONT};font-size:16px;line-height:24px;${WRAP}">${escapeHtml(text)}</p>`;
  const small = (html: string, above = 16): string =>
    `<p class="muted" style="margin:${above}px 0 0;color:${light.muted};${FONT};font-size:14px;line-height:20px;${WRAP}">${html}</p>`;
  const shownLink = `<a class="link" href="${escapeHtml(link)}" style="color:${light.link};word-break:break-all">${escapeHtml(link)}</a>`;
  return `<!doctype html>
<html lang="${escapeHtml(language)}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no">
<title>${escapeHtml(words.subject)}</title>
<style>:root{color-scheme:light dark}${darkRules(dark)}</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:${light.ground};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(words.preview)}</div>
<table class="ground" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${light.ground}" style="background-color:${light.ground}"><tr>
<td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;text-align:start">
<tr><td style="padding:0 8px 20px">${brandRow(branding, light)}</td></tr>
<tr><td class="card" bgcolor="${light.card}" style="padding:32px 28px;border:1px solid ${light.line};border-radius:16px;background-color:${light.card}">
<h1 class="ink" style="margin:0 0 16px;color:${light.ink};${FONT};font-size:24px;font-weight:700;line-height:30px">${escapeHtml(words.heading)}</h1>
${words.text.map((text, at) => paragraph(text, at === words.text.length - 1 ? 28 : 16)).join('\n')}
${button(words.button, link, light)}
${words.end === '' ? '' : small(escapeHtml(words.end), 28)}
${small(escapeHtml(words.notYou), words.end === '' ? 28 : 12)}
<div class="line" style="margin:24px 0 0;border-top:1px solid ${light.line};font-size:0;line-height:0">&nbsp;</div>
${small(`${escapeHtml(words.plainLink)}<br>${shownLink}`, 20)}
</td></tr>
<tr><td style="padding:4px 8px 0">${small(escapeHtml(words.reason))}</td></tr>
</table>
</td>
</tr></table>
</body>
</html>
`;
}
