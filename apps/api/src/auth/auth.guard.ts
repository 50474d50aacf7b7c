import {
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { DomainError } from '../infra/errors/domain-error.js';
import {
  type AccountPrincipal,
  principalOf,
  setPrincipal,
  visitorAt,
} from '../infra/principal/principal.js';
import { identifyByToken } from './identify.js';
import { SessionsService } from './session/sessions.service.js';

/**
 * Requires an access token whose session is active: `@UseGuards(AuthGuard)`, then `@Session()`. A
 * handler with a `@Scope` also accepts API keys; it may only use the account's id and tier.
 */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(private readonly sessions: SessionsService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const principal = principalOf(context.switchToHttp().getRequest<Request>());
    if (principal.kind === 'visitor') {
      throw new DomainError(principal.refusal);
    }
    // An API key needs no check here, because it has just been looked up, and `ScopeGuard` has
    // accepted it.
    if (principal.kind === 'account' && !(await this.sessions.isLive(principal))) {
      throw new DomainError('SESSION_ENDED');
    }
    return true;
  }
}

/**
 * For features that also work without an account: `@UseGuards(OptionalAuthGuard)`, then
 * `@CurrentPrincipal()`. Lets every request pass. The principal is an account only if its session
 * is active, or if the request has a valid API key; without a valid token, or while the database is
 * down, it is a visitor.
 */
@Injectable()
export class OptionalAuthGuard implements CanActivate {
  constructor(private readonly sessions: SessionsService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const principal = principalOf(request);
    if (principal.kind === 'account') {
      const isLive = await this.sessions.isLive(principal).catch(() => false);
      setPrincipal(request, isLive ? principal : visitorAt(request, 'SESSION_ENDED'));
    }
    return true;
  }
}

/** Like `AuthGuard`, but also accepts expired tokens, and those of ended sessions. */
@Injectable()
export class ExpiredAuthGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const principal = await identifyByToken(
      request,
      http.getResponse<Response>(),
      'jwt-even-expired',
    );
    if (principal.kind === 'visitor') {
      throw new DomainError('NOT_SIGNED_IN');
    }
    setPrincipal(request, principal);
    return true;
  }
}

/** A parameter decorator for controllers behind a guard that requires an account. */
export const Session = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    principalOf(context.switchToHttp().getRequest<Request>()) as AccountPrincipal,
);
