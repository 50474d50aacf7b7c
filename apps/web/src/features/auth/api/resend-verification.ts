import { API, type MailInput, type MessageReply, messageReplySchema } from '@dipper/contract';
import { post } from './post.js';

/** POST /api/auth/resend-verification: a mail goes out where the address waits for one. @throws ApiFailure, or the abort reason */
export function resendVerification(input: MailInput, signal: AbortSignal): Promise<MessageReply> {
  return post(API.resendVerification, messageReplySchema, input, signal);
}
