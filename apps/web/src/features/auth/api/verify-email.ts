import {
  API,
  type VerifyEmailInput,
  type MessageReply,
  messageReplySchema,
} from '@dipper/contract';
import { post } from './post.js';

/** POST /api/auth/verify-email: consumes the code. @throws ApiFailure, or the abort reason */
export function verifyEmail(input: VerifyEmailInput, signal: AbortSignal): Promise<MessageReply> {
  return post(API.verifyEmail, messageReplySchema, input, signal);
}
