import { API, type LoginInput, type SessionReply, sessionReplySchema } from '@dipper/contract';
import { post } from './post.js';

/** POST /api/auth/login: the tokens of a session. @throws ApiFailure, or the abort reason */
export function logIn(input: LoginInput, signal: AbortSignal): Promise<SessionReply> {
  return post(API.login, sessionReplySchema, input, signal);
}
