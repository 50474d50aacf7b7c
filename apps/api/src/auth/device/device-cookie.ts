import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { visitorCookie } from '../../infra/http/visitor-cookies.js';
import { networkKey } from '../../infra/limits/visitor.js';
import { LONGEST_DEVICE_MARK } from './device-mark.js';

const NAME = 'known_device';
/** Set anew by each sign-in. */
const KEPT_MS = 365 * 24 * 3_600_000;

/** Where a password comes from. */
export interface PasswordFrom {
  /** `networkKey` of its address. */
  readonly network: string;
  /** Value of the device's cookie, which may be anything; '' for none. */
  readonly device: string;
}

export function passwordFrom({ ip, headers }: Request): PasswordFrom {
  return {
    network: networkKey(ip),
    device: visitorCookie(headers.cookie, NAME, LONGEST_DEVICE_MARK),
  };
}

/** Where the password of a request comes from: a parameter decorator for controllers. */
export const From = createParamDecorator((_: unknown, context: ExecutionContext) =>
  passwordFrom(context.switchToHttp().getRequest<Request>()),
);

/** Has the browser show `mark` when somebody signs in, and nowhere else; scripts cannot read it. */
export function keepDeviceMark(response: Response, mark: string): void {
  response.cookie(NAME, mark, {
    maxAge: KEPT_MS,
    path: '/api/auth',
    httpOnly: true,
    sameSite: 'strict',
    secure: response.req.secure,
  });
}
