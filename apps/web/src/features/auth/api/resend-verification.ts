import { API, type MailInput, type MessageReply, messageReplySchema } from '@dipper/contract';
import { post } from './post.js';

/**
 * POST /api/auth/resend-verification: sends an email if the address is unverified. @throws
 * ApiFailure, or the abort reason
 */
export function resendVerification(input: MailInput, signal: AbortSignal): Promise<MessageReply> {
  return post(API.resendVerification, messageReplySchema, input, signal);
}
