import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { limitsOf } from '../limits/tiers.js';
import { visitorKey } from '../limits/visitor.js';

interface Anyone {
  /** Requests and pages in line with the same key are counted together. */
  readonly key: string;
  /** Null for a visitor without an account. */
  readonly tier: string | null;
}

export interface VisitorPrincipal extends Anyone {
  readonly kind: 'visitor';
  /** Why a guard that requires an account refuses the request. */
  readonly refusal: 'NOT_SIGNED_IN' | 'SESSION_ENDED';
}

/** What an access token says. Its session may have ended since; only guards ask the database. */
export interface SignedInSession {
  readonly accountId: string;
  readonly sessionId: string;
  readonly tier: string;
}

export interface AccountPrincipal extends Anyone, SignedInSession {
  readonly kind: 'account';
  readonly tier: string;
}

/**
 * Who sends a request, as guards, limits and tasks see it. Another kind of sender, such as an API
 * key, becomes a member of this type and is identified in `auth/identify.ts`.
 */
export type Principal = VisitorPrincipal | AccountPrincipal;

const principals = new WeakMap<object, Principal>();

/** Must be called before guards run, or by one. */
export function setPrincipal(request: object, principal: Principal): void {
  principals.set(request, principal);
}

/** A visitor without an account, unless the request was identified as somebody else's. */
export function principalOf(request: Pick<Request, 'ip'>): Principal {
  return principals.get(request) ?? visitorAt(request);
}

export function visitorAt(
  { ip }: Pick<Request, 'ip'>,
  refusal: VisitorPrincipal['refusal'] = 'NOT_SIGNED_IN',
): VisitorPrincipal {
  return { kind: 'visitor', key: visitorKey(ip), tier: null, refusal };
}

export function accountAt({ ip }: Pick<Request, 'ip'>, session: SignedInSession): AccountPrincipal {
  const isCountedAlone = limitsOf(session.tier).countedBy === 'account';
  const key = isCountedAlone ? `account ${session.accountId}` : visitorKey(ip);
  return { kind: 'account', key, ...session };
}

/** A parameter decorator for controllers: who sent the request. */
export const CurrentPrincipal = createParamDecorator(
  (_: unknown, context: ExecutionContext): Principal =>
    principalOf(context.switchToHttp().getRequest<Request>()),
);
