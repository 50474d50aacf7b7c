import type { DomainConfig } from '@dipper/contract';
import type { ComponentProps, PropsWithChildren, ReactNode } from 'react';
import { TEXT_LIMITS } from '../../content/text-values.js';
import type { LabelKey, LabelTexts } from '../../i18n/labels.js';
import { useRetention } from '../../i18n/use-retention.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { useSite } from '../../lib/site.js';
import { TextAnchor } from './linked-text.js';

/** The name of this site. */
function Brand() {
  return <bdi>{useSite().config.branding.name}</bdi>;
}

/** How to reach a person; nothing where the operator gives no address. */
function Contact() {
  const { t } = useTranslation();
  const { email } = useSite().config.contact;
  return email === '' ? null : <a href={`mailto:${email}`}>{t('contact')}</a>;
}

/** How long a finished file is kept. */
function Retention() {
  return useRetention();
}

/** Said only at domains that have accounts. Around no heading: the table of contents has all of them. */
function WithAccounts({ children }: PropsWithChildren) {
  return useSite().config.authentication_enabled ? children : null;
}

/** Said only at domains that have none. */
function WithoutAccounts({ children }: PropsWithChildren) {
  return useSite().config.authentication_enabled ? null : children;
}

/** How many downloads a free account's list takes a day; nothing where that is not limited. */
function DailyDownloads() {
  const { t } = useTranslation('reading');
  const { dailyDownloads } = useSite().config.accounts;
  return dailyDownloads === null ? null : t('dailyDownloads', { count: dailyDownloads });
}

/** A label of the interface, as the catalogue has it. */
function Label({ of }: { readonly of: LabelKey }) {
  const { i18n } = useTranslation();
  const labels = i18n.getResourceBundle(i18n.language, 'labels') as LabelTexts | undefined;
  return labels?.[of] ?? of;
}

/** A number that the code holds. */
function Limit({ of }: { readonly of: keyof typeof TEXT_LIMITS }) {
  return TEXT_LIMITS[of];
}

type Legal = DomainConfig['legal'];
type LegalKey = Exclude<keyof Legal, 'dmcaAgent'>;

/** What the operator has filled in of who runs this domain; nothing where it is not there. */
function LegalLine({ of }: { readonly of: LegalKey }) {
  return <bdi>{useSite().config.legal[of]}</bdi>;
}

/** Said only where the operator has filled in each of these. */
function WhenLegal({ has, children }: PropsWithChildren<{ readonly has: LegalKey | LegalKey[] }>) {
  const { legal } = useSite().config;
  return [has].flat().every((key) => legal[key] !== '') ? children : null;
}

/** Who runs this domain and where; nothing where the operator gives no name. */
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

/** Said only where the operator has named an agent for copyright notices. */
function WithAgent({ children }: PropsWithChildren) {
  return useSite().config.legal.dmcaAgent.name === '' ? null : children;
}

/** Said only where the operator has named none. */
function WithoutAgent({ children }: PropsWithChildren) {
  return useSite().config.legal.dmcaAgent.name === '' ? children : null;
}

/** The agent for copyright notices, as far as the operator has filled it in. */
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

/** A drawing with what it shows. */
function Figure({ caption, children }: FigureProps) {
  return (
    <figure className="figure">
      {children}
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

/** Wider than a phone, it scrolls by itself; by keyboard, too. No landmark: a page may have several. */
function Table({ children }: ComponentProps<'table'>) {
  const { t } = useTranslation('reading');
  return (
    <div role="group" aria-label={t('table')} tabIndex={0} className="overflow-x-auto">
      <table>{children}</table>
    </div>
  );
}

/** What a text in MDX may name, and what its own elements become. */
export const TEXT_PARTS = {
  ...{ Brand, Contact, Retention, Figure },
  ...{ WithAccounts, WithoutAccounts, DailyDownloads, Label, Limit },
  ...{ Operator, LegalLine, WhenLegal, DmcaAgent, WithAgent, WithoutAgent },
  ...{ a: TextAnchor, table: Table },
};
