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

/* These calls send the forms. All of them throw ApiFailure, or the abort reason. */

/** The timeout of a form's request, in milliseconds. */
export const PATIENCE_MS = 20_000;

const post =
  <Input extends object, Reply>(path: string, schema: Schema<Reply>) =>
  (input: Input, signal: AbortSignal): Promise<Reply> =>
    within(
      PATIENCE_MS,
      (late) => callApi(path, schema, { ...jsonBody('POST', input), signal: late }),
      signal,
    );

/** The server replies with the tokens of a session. */
export const logIn = post<LoginInput, SessionReply>(API.login, sessionReplySchema);
/** The server sends a verification email. */
export const register = post<RegisterInput, RegisterReply>(API.register, registerReplySchema);
/** The server sends an email if it knows the address. */
export const forgotPassword = post<MailInput, MessageReply>(API.forgotPassword, messageReplySchema);
/** The server sends an email if the address is not verified yet. */
export const resendVerification = post<MailInput, MessageReply>(
  API.resendVerification,
  messageReplySchema,
);
/** The server consumes the code and ends all sessions. */
export const resetPassword = post<ResetPasswordInput, MessageReply>(
  API.resetPassword,
  messageReplySchema,
);
/** The server consumes the code. */
export const verifyEmail = post<VerifyEmailInput, MessageReply>(
  API.verifyEmail,
  messageReplySchema,
);
