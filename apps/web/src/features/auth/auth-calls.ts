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
import { callApi, jsonBody, type Schema } from '../../lib/api/api-client.js';
import { within } from '../../lib/api/within.js';

/*
 * What the forms send. All calls throw ApiFailure, or the abort reason.
 */

/** Timeout of a form's request, milliseconds. */
export const PATIENCE_MS = 20_000;

const post =
  <Input extends object, Reply>(path: string, schema: Schema<Reply>) =>
  (input: Input, signal: AbortSignal): Promise<Reply> =>
    within(
      PATIENCE_MS,
      (late) => callApi(path, schema, { ...jsonBody('POST', input), signal: late }),
      signal,
    );

/** Replies with the tokens of a session. */
export const logIn = post<LoginInput, SessionReply>(API.login, sessionReplySchema);
/** Sends a verification email. */
export const register = post<RegisterInput, RegisterReply>(API.register, registerReplySchema);
/** Sends an email if the address is known. */
export const forgotPassword = post<MailInput, MessageReply>(API.forgotPassword, messageReplySchema);
/** Sends an email if the address is unverified. */
export const resendVerification = post<MailInput, MessageReply>(
  API.resendVerification,
  messageReplySchema,
);
/** Consumes the code and ends all sessions. */
export const resetPassword = post<ResetPasswordInput, MessageReply>(
  API.resetPassword,
  messageReplySchema,
);
/** Consumes the code. */
export const verifyEmail = post<VerifyEmailInput, MessageReply>(
  API.verifyEmail,
  messageReplySchema,
);
