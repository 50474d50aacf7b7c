import { jsonBody, type Schema, within } from '@dipper/client';
import {
  API,
  type LoginInput,
  type MailInput,
  type MessageReply,
  messageReplySchema,
  type RegisterInput,
  type RegisterReply,
  registerReplySchema,
  type ResetPasswordInput,
  type SessionReply,
  sessionReplySchema,
  type VerifyEmailInput,
} from '@dipper/contract';
import { callApi } from '../../lib/api/api-client.js';

/* The requests behind the account forms. Each throws an ApiFailure or the abort reason. */

/** The timeout of a request, in milliseconds. */
export const PATIENCE_MS = 20_000;

const post =
  <Input extends object, Reply>(path: string, schema: Schema<Reply>) =>
  (input: Input, signal: AbortSignal): Promise<Reply> =>
    within(
      PATIENCE_MS,
      (late) => callApi(path, schema, { ...jsonBody('POST', input), signal: late }),
      signal,
    );

/** Signs in and returns the tokens of the session. */
export const logIn = post<LoginInput, SessionReply>(API.login, sessionReplySchema);
/** Creates an account. The server sends a verification email. */
export const register = post<RegisterInput, RegisterReply>(API.register, registerReplySchema);
/** Requests a reset email. The server sends it only if it knows the address. */
export const forgotPassword = post<MailInput, MessageReply>(API.forgotPassword, messageReplySchema);
/**
 * Requests another verification email. The server sends it only if the address is still unverified.
 */
export const resendVerification = post<MailInput, MessageReply>(
  API.resendVerification,
  messageReplySchema,
);
/** Sets a new password. The server consumes the code and ends all sessions. */
export const resetPassword = post<ResetPasswordInput, MessageReply>(
  API.resetPassword,
  messageReplySchema,
);
/** Verifies an email address. The server consumes the code. */
export const verifyEmail = post<VerifyEmailInput, MessageReply>(
  API.verifyEmail,
  messageReplySchema,
);
