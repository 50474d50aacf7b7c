import { API, type RegisterInput, type RegisterReply, registerReplySchema } from '@dipper/contract';
import { post } from './post.js';

/** POST /api/auth/register: sends a verification email. @throws ApiFailure, or the abort reason */
export function register(input: RegisterInput, signal: AbortSignal): Promise<RegisterReply> {
  return post(API.register, registerReplySchema, input, signal);
}
