import type { KeyScope } from '@dipper/contract';
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

interface VisitorPrincipal extends Anyone {
  readonly kind: 'visitor';
  /** Why a guard that requires an account refuses the request. */
  readonly refusal: 'NOT_SIGNED_IN' | 'SESSION_ENDED';
}

/**
 * The contents of an access token. Its session may have ended in the meantime; only guards query
 * the database.
 */
export interface SignedInSession {
  readonly accountId: string;
  readonly sessionId: string;
  readonly tier: string;
}

export interface AccountPrincipal extends Anyone, SignedInSession {
  readonly kind: 'account';
  readonly tier: string;
}

/** An API key that was valid when the request arrived. */
export interface UsedKey {
  readonly accountId: string;
  readonly keyId: string;
  readonly tier: string;
  readonly scopes: readonly KeyScope[];
  readonly requestsPerMinute: number;
}

export interface KeyPrincipal extends Anyone, UsedKey {
  readonly kind: 'key';
  readonly tier: string;
}

/**
 * The sender of a request, for guards, limits and tasks. Another kind of sender becomes a member of
 * this type and is identified in `auth/identify.ts`.
 */
export type Principal = VisitorPrincipal | AccountPrincipal | KeyPrincipal;

/** The account of a request's sender; null for a visitor without one. */
export function accountOf(principal: Principal): string | null {
  return principal.kind === 'visitor' ? null : principal.accountId;
}

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

export function accountAt(
  request: Pick<Request, 'ip'>,
  session: SignedInSession,
): AccountPrincipal {
  return { kind: 'account', key: accountKey(request, session), ...session };
}

/** Counted like its account, so that more keys do not allow more requests. */
export function keyAt(request: Pick<Request, 'ip'>, used: UsedKey): KeyPrincipal {
  return { kind: 'key', key: accountKey(request, used), ...used };
}

function accountKey(
  { ip }: Pick<Request, 'ip'>,
  { accountId, tier }: Pick<SignedInSession, 'accountId' | 'tier'>,
): string {
  return limitsOf(tier).countedBy === 'account' ? `account ${accountId}` : visitorKey(ip);
}

/** A parameter decorator for controllers: who sent the request. */
export const CurrentPrincipal = createParamDecorator(
  (_: unknown, context: ExecutionContext): Principal =>
    principalOf(context.switchToHttp().getRequest<Request>()),
);
