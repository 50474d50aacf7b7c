import type { DomainConfig } from '@dipper/contract';
import { type ComponentProps, isValidElement, type PropsWithChildren, type ReactNode } from 'react';
import { TEXT_LIMITS } from '../../content/text-values.js';
import type { LabelKey, LabelTexts } from '../../i18n/labels.js';
import { useRetention } from '../../i18n/format/use-retention.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { useSite } from '../../site/site.js';
import { Breakable } from './breakable.js';
import { TextAnchor } from './linked-text.js';

function Brand() {
  return <bdi>{useSite().config.branding.name}</bdi>;
}

/** A contact link; renders nothing if the operator gives no email address. */
function Contact() {
  const { t } = useTranslation();
  const { email } = useSite().config.contact;
  return email === '' ? null : <a href={`mailto:${email}`}>{t('contact')}</a>;
}

/** How long a finished file is kept. */
function Retention() {
  return useRetention();
}

/**
 * Content for domains with accounts. Never put a heading inside, because the table of contents
 * lists all headings.
 */
function WithAccounts({ children }: PropsWithChildren) {
  return useSite().config.authentication_enabled ? children : null;
}

/** Content for domains without accounts. */
function WithoutAccounts({ children }: PropsWithChildren) {
  return useSite().config.authentication_enabled ? null : children;
}

/**
 * How many downloads a free account's history accepts per day; renders nothing if there is no
 * limit.
 */
function DailyDownloads() {
  const { t } = useTranslation('reading');
  const { dailyDownloads } = useSite().config.accounts;
  return dailyDownloads === null ? null : t('dailyDownloads', { count: dailyDownloads });
}

/** An interface label from the catalog. */
function Label({ of }: { readonly of: LabelKey }) {
  const { i18n } = useTranslation();
  const labels = i18n.getResourceBundle(i18n.language, 'labels') as LabelTexts | undefined;
  return labels?.[of] ?? of;
}

function Limit({ of }: { readonly of: keyof typeof TEXT_LIMITS }) {
  return TEXT_LIMITS[of];
}

type Legal = DomainConfig['legal'];
type LegalKey = Exclude<keyof Legal, 'dmcaAgent'>;

/** A legal detail that the operator has configured; empty if it is missing. */
function LegalLine({ of }: { readonly of: LegalKey }) {
  return <bdi>{useSite().config.legal[of]}</bdi>;
}

/** Content for domains whose operator has configured all of these details. */
function WhenLegal({ has, children }: PropsWithChildren<{ readonly has: LegalKey | LegalKey[] }>) {
  const { legal } = useSite().config;
  return [has].flat().every((key) => legal[key] !== '') ? children : null;
}

/** The operator's name and address; renders nothing without a name. */
function Operator() {
  const { operator, address } = useSite().config.legal;
  return operator === '' ? null : (
    <address>
      <bdi>{operator}</bdi>
      {address !== '' && (
        <>
          <br />
          <bdi>{address}</bdi>
        </>
      )}
    </address>
  );
}

/** Content for domains with an agent for copyright notices. */
function WithAgent({ children }: PropsWithChildren) {
  return useSite().config.legal.dmcaAgent.name === '' ? null : children;
}

/** Content for domains without such an agent. */
function WithoutAgent({ children }: PropsWithChildren) {
  return useSite().config.legal.dmcaAgent.name === '' ? children : null;
}

/** The configured details of the agent for copyright notices. */
function DmcaAgent() {
  const { t } = useTranslation('reading');
  const agent = useSite().config.legal.dmcaAgent;
  const { name, organization, address, phone, email, registrationNumber } = agent;
  const rows = Object.entries({ name, organization, address, phone, registrationNumber });
  return (
    <ul>
      {rows.map(([key, value]) =>
        value === '' ? null : (
          <li key={key}>
            {t(`agent.${key as 'name'}`)}: <bdi>{value}</bdi>
          </li>
        ),
      )}
      {email !== '' && (
        <li>
          {t('agent.email')}: <a href={`mailto:${email}`}>{email}</a>
        </li>
      )}
    </ul>
  );
}

interface FigureProps {
  readonly caption: string;
  readonly children: ReactNode;
}

function Figure({ caption, children }: FigureProps) {
  return (
    <figure className="figure">
      {children}
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

/**
 * A table that scrolls separately if it is wider than the screen, with the keyboard as well. A
 * group rather than a landmark, because a page may have several tables.
 */
function Table({ children }: ComponentProps<'table'>) {
  const { t } = useTranslation('reading');
  return (
    <div role="group" aria-label={t('table')} tabIndex={0} className="overflow-x-auto">
      <table>{children}</table>
    </div>
  );
}

/**
 * Sample code, line by line. It wraps, because a box that scrolls sideways would have to be
 * focusable.
 */
function Code({ children }: ComponentProps<'pre'>) {
  const code = isValidElement<{ children: string }>(children) ? children.props.children : '';
  return (
    <pre>
      <code>
        {code
          .trimEnd()
          .split('\n')
          .map((line, at) => (
            // The lines never change.
            <span key={at}>
              <Breakable code={line} />
              {'\n'}
            </span>
          ))}
      </code>
    </pre>
  );
}

/** Components for MDX texts, and replacements for Markdown's elements. */
export const TEXT_PARTS = {
  ...{ Brand, Contact, Retention, Figure },
  ...{ WithAccounts, WithoutAccounts, DailyDownloads, Label, Limit },
  ...{ Operator, LegalLine, WhenLegal, DmcaAgent, WithAgent, WithoutAgent },
  ...{ a: TextAnchor, pre: Code, table: Table },
};
