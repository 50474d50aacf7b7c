import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard as PassportGuard } from '@nestjs/passport';
import type { Request } from 'express';
import { DomainConfigService } from '../config/domain-config.service.js';
import type { SignedInSession } from './session/access-tokens.js';

type MaybeSignedIn = Request & { user?: SignedInSession | null };

/**
 * Reads the access token for features that also work without an account:
 * `@UseGuards(OptionalAuthGuard)`, then `@AccountId()`. Lets every request pass.
 */
@Injectable()
export class OptionalAuthGuard extends PassportGuard('jwt') {
  constructor(private readonly domains: DomainConfigService) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const { headers } = context.switchToHttp().getRequest<Request>();
    if (this.domains.forHost(headers.host ?? '').config.authentication_enabled) {
      await super.canActivate(context);
    }
    return true;
  }

  override handleRequest<T>(_: unknown, signedIn: T | false): T | null {
    return signedIn || null;
  }
}

/**
 * A parameter decorator for controllers behind `OptionalAuthGuard`: the id of the account that sent
 * the request. Null without a valid token, on a domain without accounts, and while the database is
 * down.
 */
export const AccountId = createParamDecorator(
  (_: unknown, context: ExecutionContext): string | null =>
    context.switchToHttp().getRequest<MaybeSignedIn>().user?.accountId ?? null,
);
