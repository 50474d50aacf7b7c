import * as z from 'zod/mini';

/** The types of messages. A message is sent at the end of a task. */
export const WEBHOOK_TYPES = ['task.complete', 'task.failed', 'task.cancelled'] as const;

export const webhookDeliverySchema = z.object({
  /** The message's `webhook-id`, which stays the same when it is sent again. */
  id: z.string(),
  task_id: z.string(),
  url: z.string(),
  /** Null until the task has ended. */
  type: z.nullable(z.enum(WEBHOOK_TYPES)),
  /** `waiting` for the end of the task, `due`, `delivered`, or `failed` after the last attempt. */
  state: z.enum(['waiting', 'due', 'delivered', 'failed']),
  attempts: z.number(),
  /** The HTTP status of the last attempt; null if there was no response. */
  last_status: z.nullable(z.number()),
  /** Why the last attempt had no response: `timeout`, `connection`, `address`, … */
  last_error: z.nullable(z.string()),
  created_at: z.string(),
  /** The time of the next attempt; null if there will be none. */
  next_attempt_at: z.nullable(z.string()),
});
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;

/** POST /api/auth/webhooks/secret */
export const webhookSecretReplySchema = z.object({
  /** Signs messages: `whsec_` and 32 bytes in base64. */
  secret: z.string(),
  /** When the former secret stops signing messages; null if there is none. */
  previous_until: z.nullable(z.string()),
});
export type WebhookSecretReply = z.infer<typeof webhookSecretReplySchema>;

/** GET /api/auth/webhooks */
export const webhooksReplySchema = z.extend(webhookSecretReplySchema, {
  /** Newest first. */
  deliveries: z.array(webhookDeliverySchema),
});
export type WebhooksReply = z.infer<typeof webhooksReplySchema>;
