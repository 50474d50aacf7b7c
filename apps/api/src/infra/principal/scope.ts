import type { KeyScope } from '@dipper/contract';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { DomainError } from '../errors/domain-error.js';
import { principalOf } from './principal.js';

/**
 * Lets requests with an API key reach a controller or method if the key has this scope. All other
 * handlers refuse API keys.
 */
export const Scope = Reflector.createDecorator<KeyScope>();

/** Refuses requests with an API key that lacks the handler's scope. Applies to every handler. */
@Injectable()
export class ScopeGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    // Socket messages contain no API key.
    if (context.getType() !== 'http') {
      return true;
    }
    const principal = principalOf(context.switchToHttp().getRequest<Request>());
    if (principal.kind !== 'key') {
      return true;
    }
    const scope = this.reflector.getAllAndOverride(Scope, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (scope === undefined || !principal.scopes.includes(scope)) {
      throw new DomainError('KEY_SCOPE');
    }
    return true;
  }
}
