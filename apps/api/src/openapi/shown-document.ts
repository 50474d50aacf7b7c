import * as z from 'zod';

/** The part of a JSON Schema that the page shows, with all its limits. */
const shownSchema = z.looseObject({
  $ref: z.optional(z.string()),
  type: z.optional(z.union([z.string(), z.array(z.string())])),
  enum: z.optional(z.array(z.unknown())),
  const: z.optional(z.unknown()),
  get items() {
    return z.optional(shownSchema);
  },
  get anyOf() {
    return z.optional(z.array(shownSchema));
  },
  get oneOf() {
    return z.optional(z.array(shownSchema));
  },
  get properties() {
    return z.optional(z.record(z.string(), shownSchema));
  },
  required: z.optional(z.array(z.string())),
});
export type Shown = z.infer<typeof shownSchema>;

const contentSchema = z.record(z.string(), z.object({ schema: z.optional(shownSchema) }));
export type Content = z.infer<typeof contentSchema>;

const webhookSchema = z.object({
  summary: z.string(),
  description: z.optional(z.string()),
  parameters: z.optional(
    z.array(
      z.object({
        name: z.string(),
        required: z.boolean(),
        description: z.optional(z.string()),
        schema: shownSchema,
      }),
    ),
  ),
  requestBody: z.optional(z.object({ content: contentSchema })),
  responses: z.record(
    z.string(),
    z.object({ description: z.string(), content: z.optional(contentSchema) }),
  ),
  security: z.optional(z.array(z.record(z.string(), z.array(z.string())))),
});
const operationSchema = webhookSchema.extend({
  operationId: z.string(),
  tags: z.array(z.string()),
});
export type ShownOperation = z.infer<typeof operationSchema>;

const webhooksSchema = z.record(z.string(), z.object({ post: webhookSchema }));
export type ShownWebhooks = z.infer<typeof webhooksSchema>;

const socketEventsSchema = z.record(
  z.string(),
  z.object({ description: z.string(), payload: shownSchema }),
);
const socketSchema = z.object({
  transport: z.string(),
  description: z.string(),
  'client-to-server': socketEventsSchema,
  'server-to-client': socketEventsSchema,
});
export type ShownSocket = z.infer<typeof socketSchema>;

/** The part of the OpenAPI document that the page shows. */
export const shownDocumentSchema = z.object({
  info: z.object({ title: z.string(), description: z.string() }),
  tags: z.array(z.object({ name: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.object({ schemas: z.record(z.string(), shownSchema) }),
  webhooks: webhooksSchema,
  'x-socket': socketSchema,
});
export type ShownDocument = z.infer<typeof shownDocumentSchema>;
