import { API, type MailInput, type MessageReply, messageReplySchema } from '@dipper/contract';
import { post } from './post.js';

/**
 * POST /api/auth/forgot-password: sends an email if the address is known. @throws ApiFailure, or
 * the abort reason
 */
export function forgotPassword(input: MailInput, signal: AbortSignal): Promise<MessageReply> {
  return post(API.forgotPassword, messageReplySchema, input, signal);
}
