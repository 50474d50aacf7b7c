import {
  apiKeySchema,
  changePasswordInputSchema,
  chapterSchema,
  createdKeyReplySchema,
  createKeyInputSchema,
  createTaskInputSchema,
  createTaskReplySchema,
  damagedSpanSchema,
  domainConfigSchema,
  ERRORS,
  entryStandingSchema,
  errorReplySchema,
  addToFeedInputSchema,
  feedAddressReplySchema,
  feedItemSchema,
  feedReplySchema,
  deletedFeedReplySchema,
  removedFeedItemReplySchema,
  formatSchema,
  healthSchema,
  historyClearedReplySchema,
  historyItemSchema,
  historyKeptReplySchema,
  historyRecordSchema,
  historyReplySchema,
  keysReplySchema,
  listEntrySchema,
  listInfoSchema,
  loginInputSchema,
  mailInputSchema,
  mergeStatusSchema,
  mergeStepSchema,
  meReplySchema,
  messageReplySchema,
  pagePreviewSchema,
  pastedLinksSchema,
  previewQuerySchema,
  profileInputSchema,
  profileReplySchema,
  profileSchema,
  readyReplySchema,
  registerInputSchema,
  registerReplySchema,
  resetPasswordInputSchema,
  revokedKeyReplySchema,
  searchEventSchema,
  searchRequestSchema,
  serverConfigSchema,
  serviceStatusSchema,
  sessionReplySchema,
  shortenReplySchema,
  startMergeReplySchema,
  startTaskInputSchema,
  subtitlesSchema,
  userSchema,
  verifyEmailInputSchema,
  videoInfoSchema,
  waveformSchema,
  webhookDeliverySchema,
  webhookSecretReplySchema,
  webhooksReplySchema,
  wishSchema,
} from '@dipper/contract';
import * as z from 'zod/mini';

type Schema = z.core.$ZodType;
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * POST /api/shorten-preview. The server parses with keptParamsSchema, whose transforms have no JSON
 * Schema.
 */
export const shortenInputSchema = z.object({
  params: z.strictObject(
    Object.fromEntries(
      Object.keys(previewQuerySchema.shape).map((key) => [
        key,
        z.nullish(z.union([z.string(), z.number(), z.boolean()])),
      ]),
    ),
  ),
});

/** Bodies of requests, by their names in the document. */
const INPUTS: Readonly<Record<string, Schema>> = {
  SearchRequest: searchRequestSchema,
  PastedLinks: pastedLinksSchema,
  NewTask: createTaskInputSchema,
  TaskStart: startTaskInputSchema,
  Recipe: wishSchema,
  NewAccount: registerInputSchema,
  Login: loginInputSchema,
  ProfileChanges: profileInputSchema,
  PasswordChange: changePasswordInputSchema,
  PasswordReset: resetPasswordInputSchema,
  EmailAddress: mailInputSchema,
  EmailToken: verifyEmailInputSchema,
  NewKey: createKeyInputSchema,
  NewFeedItem: addToFeedInputSchema,
  NewHistoryItem: historyRecordSchema,
  NewShortLink: shortenInputSchema,
};

/** The reply to a search. */
export const searchReplySchema = z.union([videoInfoSchema, listInfoSchema]);

/** An error reply, with the codes that exist. */
const errorSchema = z.extend(errorReplySchema, {
  code: z.enum(Object.keys(ERRORS) as [string, ...string[]]),
});

/** Bodies of replies, by their names in the document. */
const OUTPUTS: Readonly<Record<string, Schema>> = {
  Error: errorSchema,
  SearchReply: searchReplySchema,
  SearchEvent: searchEventSchema,
  Item: videoInfoSchema,
  Format: formatSchema,
  Chapter: chapterSchema,
  Subtitles: subtitlesSchema,
  List: listInfoSchema,
  ListEntry: listEntrySchema,
  LinkPreview: pagePreviewSchema,
  PreparedTask: createTaskReplySchema,
  StartedTask: startMergeReplySchema,
  TaskStatus: mergeStatusSchema,
  TaskStep: mergeStepSchema,
  DamagedSpan: damagedSpanSchema,
  EntryState: entryStandingSchema,
  Waveform: waveformSchema,
  ShortLink: shortenReplySchema,
  User: userSchema,
  Profile: profileSchema,
  Session: sessionReplySchema,
  Account: meReplySchema,
  RegisteredAccount: registerReplySchema,
  ChangedProfile: profileReplySchema,
  Message: messageReplySchema,
  ApiKey: apiKeySchema,
  ApiKeys: keysReplySchema,
  CreatedKey: createdKeyReplySchema,
  RevokedKey: revokedKeyReplySchema,
  WebhookDelivery: webhookDeliverySchema,
  WebhookSecret: webhookSecretReplySchema,
  Webhooks: webhooksReplySchema,
  FeedItem: feedItemSchema,
  Feed: feedReplySchema,
  FeedAddress: feedAddressReplySchema,
  DeletedFeed: deletedFeedReplySchema,
  RemovedFeedItem: removedFeedItemReplySchema,
  HistoryItem: historyItemSchema,
  History: historyReplySchema,
  HistoryAddition: historyKeptReplySchema,
  HistoryClearance: historyClearedReplySchema,
  ServerConfig: serverConfigSchema,
  DomainConfig: domainConfigSchema,
  Health: healthSchema,
  Readiness: readyReplySchema,
  ServiceStatus: serviceStatusSchema,
};

const NAMES: ReadonlyMap<Schema, string> = new Map(
  [...Object.entries(INPUTS), ...Object.entries(OUTPUTS)].map(([name, schema]) => [schema, name]),
);

const refOf = (name: string): string => `#/components/schemas/${name}`;

/** Refers to a named schema. @throws if the schema has no name here */
export function reference(schema: Schema): JsonSchema {
  const name = NAMES.get(schema);
  if (name === undefined) {
    throw new Error('A body has no name in openapi/schemas.ts');
  }
  return { $ref: refOf(name) };
}

/** Removes the range of safe integers, which Zod states but which is of no use to readers. */
function withoutSafeRange(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) {
    delete schema.maximum;
  }
  if (schema.minimum === Number.MIN_SAFE_INTEGER) {
    delete schema.minimum;
  }
}

/** Replies may gain fields, and the server always sends all fields that have a default. */
function asReply(schema: z.core.JSONSchema.BaseSchema): void {
  delete schema.additionalProperties;
  delete schema.default;
}

function converted(
  schemas: Readonly<Record<string, Schema>>,
  io: 'input' | 'output',
): readonly (readonly [string, JsonSchema])[] {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) {
    registry.add(schema, { id });
  }
  const { schemas: all } = z.toJSONSchema(registry, {
    uri: refOf,
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema, zodSchema }) => {
      withoutSafeRange(jsonSchema);
      if (io === 'output' && zodSchema._zod.def.type !== 'record') {
        asReply(jsonSchema);
      }
    },
  });
  return Object.entries(all).map(([name, { $id: _id, $schema: _dialect, ...schema }]) => [
    name,
    schema as JsonSchema,
  ]);
}

/** Every named schema, as JSON Schema 2020-12. */
export function componentSchemas(): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries([...converted(INPUTS, 'input'), ...converted(OUTPUTS, 'output')]);
}

/** The properties of a query, as JSON Schema. */
export function querySchema(schema: Schema): {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
} {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => withoutSafeRange(jsonSchema),
  });
  return { properties: properties as Record<string, JsonSchema>, required };
}
