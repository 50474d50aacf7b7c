import { pathIn, picturePath, publishedOrigin, type Resolution } from '@dipper/site';
import type { I18n } from '../../i18n/create-i18n.js';
import type { GlossaryText, LandingText, PostCard } from '../../content/content-shapes.js';
import { fillDeep } from '../../content/fill-deep.js';
import { plainText } from '../../content/linked-text.js';
import { contentAt } from '../../content/load-content.js';
import { textValues } from '../../content/text-values.js';
import type home from '../../i18n/en/home.json';
import type { Site } from '../../site/site.js';
import { homeQuestions } from '../../pages/home/home-sections.js';

interface DescribedPage {
  readonly at: Resolution;
  readonly site: Site;
  readonly i18n: I18n;
  readonly title: string;
  readonly description: string;
}

type Thing = Readonly<Record<string, unknown>> & { readonly '@type': string };

/** The data that most of the builders need. */
interface Place extends DescribedPage {
  /** The published scheme and host. */
  readonly base: string;
  /** The published URL of the page. */
  readonly url: string;
}

/** Returns the text of a JSON file as the page shows it. */
function shownText<Shape>({ site, i18n }: Place, key: string): Shape {
  const { text } = contentAt(i18n.language, key);
  return fillDeep((text as { readonly default: Shape }).default, textValues(site, i18n));
}

function organization({ base, site }: Place): Thing {
  const { branding, contact } = site.config;
  return {
    '@type': 'Organization',
    '@id': `${base}/#organization`,
    name: branding.name,
    url: `${base}/`,
    logo: `${base}/icons/512.png`,
    ...(contact.email !== '' && { email: contact.email }),
    sameAs: Object.values(contact.socialMedia),
  };
}

function questions(items: readonly { question: string; answer: string }[]): Thing {
  return {
    '@type': 'FAQPage',
    mainEntity: items.map(({ question, answer }) => ({
      '@type': 'Question',
      name: plainText(question),
      acceptedAnswer: { '@type': 'Answer', text: plainText(answer) },
    })),
  };
}

function howTo(name: string, steps: readonly { title: string; text: string }[]): Thing {
  return {
    '@type': 'HowTo',
    name,
    step: steps.map(({ title, text }, at) => ({
      '@type': 'HowToStep',
      position: at + 1,
      name: plainText(title),
      text: plainText(text),
    })),
  };
}

function start(place: Place): Thing[] {
  const { base, url, site, i18n, description } = place;
  const { name } = site.config.branding;
  const texts = i18n.getResourceBundle(i18n.language, 'home') as typeof home;
  const publisher = { '@id': `${base}/#organization` };
  const { faq, how } = fillDeep({ faq: texts.faq, how: texts.how }, textValues(site, i18n));
  return [
    { '@type': 'WebSite', name, url, description, inLanguage: i18n.language, publisher },
    application(place),
    howTo(how.heading, Object.values(how.steps)),
    questions(homeQuestions(site.config.authentication_enabled).map((id) => faq.items[id])),
  ];
}

/** The tool itself, offered on the home page and each landing page. */
function application({ base, url, site, description }: Place): Thing {
  return {
    '@type': 'WebApplication',
    ...{ name: site.config.branding.name, url, description },
    publisher: { '@id': `${base}/#organization` },
    applicationCategory: 'MultimediaApplication',
    operatingSystem: 'Any',
    // We have no ratings, so we state none.
    offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
  };
}

function landing(place: Place): Thing[] {
  const text = shownText<LandingText>(place, place.at.content[0] ?? '');
  return [
    application(place),
    howTo(text.steps.heading, text.steps.items),
    questions(text.questions.items),
  ];
}

function post(place: Place): Thing[] {
  const { at, base, url, i18n, title, description } = place;
  const card = shownText<readonly PostCard[]>(place, 'posts').find(({ id }) => id === at.params.id);
  const publisher = { '@id': `${base}/#organization` };
  return [
    {
      '@type': 'BlogPosting',
      ...{ headline: title, description, url, mainEntityOfPage: url, inLanguage: i18n.language },
      image: base + picturePath(at.canonical ?? ''),
      // The day on which the facts were last checked; only for facts that can become outdated.
      ...(card?.checked !== undefined && { dateModified: card.checked }),
      author: publisher,
      publisher,
    },
  ];
}

function glossary(place: Place): Thing[] {
  const { url, title, description } = place;
  const { terms } = shownText<GlossaryText>(place, 'glossary');
  return [
    {
      '@type': 'DefinedTermSet',
      ...{ name: title, description, url },
      hasDefinedTerm: terms.map(({ id, term, definition }) => ({
        '@type': 'DefinedTerm',
        name: plainText(term),
        description: plainText(definition),
        url: `${url}#${id}`,
      })),
    },
  ];
}

function article({ base, url, i18n, title, description }: Place): Thing[] {
  const publisher = { '@id': `${base}/#organization` };
  return [
    {
      '@type': 'Article',
      ...{ headline: title, description, url, inLanguage: i18n.language },
      author: publisher,
      publisher,
    },
  ];
}

/** The breadcrumbs from the home page to this page, including both. */
function breadcrumbs({ at, base, url, i18n, title }: Place): Thing {
  const t = i18n.getFixedT(i18n.language, 'common');
  const addressOf = (path: string) => base + pathIn(at.language, path);
  const steps = [
    [t('start'), addressOf('/')],
    ...(at.page === 'post'
      ? [[i18n.getFixedT<'blog'>(i18n.language, 'blog')('name'), addressOf('/blog')]]
      : []),
    [title, url],
  ];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(([name, item], index) => ({
      '@type': 'ListItem',
      ...{ position: index + 1, name, item },
    })),
  };
}

const BUILDERS: Partial<Record<Resolution['page'], (place: Place) => Thing[]>> = {
  ...{ home: start, landing, podcasts: landing, post, glossary, guide: article },
};

/**
 * Returns a page's JSON-LD (schema.org), or null if the page is not indexed. It contains nothing
 * that the page does not show. Google no longer shows FAQPage and HowTo, but the contract requires
 * both.
 */
export function structuredData(page: DescribedPage): object | null {
  const { at, site } = page;
  if (at.canonical === null) {
    return null;
  }
  const base = publishedOrigin(site.config, site.origin);
  const place: Place = { ...page, base, url: base + at.canonical };
  const things = [
    organization(place),
    ...(at.page === 'home' ? [] : [breadcrumbs(place)]),
    ...(BUILDERS[at.page]?.(place) ?? []),
  ];
  return { '@context': 'https://schema.org', '@graph': things };
}
