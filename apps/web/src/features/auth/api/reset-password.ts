import {
  API,
  type ResetPasswordInput,
  type MessageReply,
  messageReplySchema,
} from '@dipper/contract';
import { post } from './post.js';

/**
 * POST /api/auth/reset-password: consumes the code and ends all sessions. @throws ApiFailure, or
 * the abort reason
 */
export function resetPassword(
  input: ResetPasswordInput,
  signal: AbortSignal,
): Promise<MessageReply> {
  return post(API.resetPassword, messageReplySchema, input, signal);
}
