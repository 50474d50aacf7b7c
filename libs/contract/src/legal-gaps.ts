import type { DomainConfig } from './http/site/domain-config.js';

/**
 * A configuration key that the legal pages need, and the information that is missing without it.
 */
export interface LegalGap {
  readonly key: string;
  readonly lacks: string;
}

type Legal = Pick<DomainConfig, 'contact' | 'legal' | 'authentication_enabled'>;

/**
 * Lists the operator's missing details, which the legal pages leave out. Most countries require a
 * name, an address and a contact; 17 U.S.C. § 512(c)(2) requires the agent.
 * @returns the gaps in the order of the pages; empty if nothing is missing
 */
export function legalGaps({ contact, legal, authentication_enabled }: Legal): readonly LegalGap[] {
  const { dmcaAgent: agent } = legal;
  const needed: readonly (readonly [key: string, value: string, lacks: string])[] = [
    ['contact.email', contact.email, 'all pages: an address to write to'],
    ['legal.operator', legal.operator, 'privacy policy: who is responsible'],
    ['legal.address', legal.address, 'privacy policy: the postal address'],
    ['legal.hosting', legal.hosting, 'privacy policy: who hosts the server'],
    ...(authentication_enabled
      ? [['legal.mailProvider', legal.mailProvider, 'privacy policy: who delivers emails'] as const]
      : []),
    ['legal.law', legal.law, 'terms: the law that applies'],
    ['legal.dmcaAgent.name', agent.name, 'DMCA policy: the agent'],
    ['legal.dmcaAgent.address', agent.address, "DMCA policy: the agent's postal address"],
    ['legal.dmcaAgent.phone', agent.phone, "DMCA policy: the agent's telephone number"],
    ['legal.dmcaAgent.email', agent.email, "DMCA policy: the agent's email address"],
  ];
  return needed.flatMap(([key, value, lacks]) => (value.trim() === '' ? [{ key, lacks }] : []));
}
