import { AUTH_PREFIX } from '@dipper/contract';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { visitorCookies } from '../../infra/http/request/visitor-cookies.js';
import { networkKey } from '../../infra/limits/visitor.js';
import { LONGEST_DEVICE_MARK } from './device-mark.js';

const NAME = 'known_device';
/** One year. Each sign-in renews the cookie. */
const KEPT_MS = 365 * 24 * 3_600_000;

export interface PasswordOrigin {
  /** `networkKey` of the client's address. */
  readonly network: string;
  /**
   * The device cookies, which may contain anything. There can be several, because a neighboring
   * domain can set one that browsers send before ours (RFC 6265 §8.6). This must not make us treat
   * a known device as unknown.
   */
  readonly device: readonly string[];
}

export function passwordOrigin({ ip, headers }: Request): PasswordOrigin {
  return {
    network: networkKey(ip),
    device: visitorCookies(headers.cookie, NAME).filter(
      (value) => value !== '' && value.length <= LONGEST_DEVICE_MARK,
    ),
  };
}

/** A parameter decorator for controllers: where the password of a request was entered. */
export const GetPasswordOrigin = createParamDecorator((_: unknown, context: ExecutionContext) =>
  passwordOrigin(context.switchToHttp().getRequest<Request>()),
);

/** Stores `mark` in a cookie that is hidden from scripts and only sent to /api/auth. */
export function keepDeviceMark(response: Response, mark: string): void {
  response.cookie(NAME, mark, {
    maxAge: KEPT_MS,
    path: AUTH_PREFIX,
    httpOnly: true,
    sameSite: 'strict',
    secure: response.req.secure,
  });
}
