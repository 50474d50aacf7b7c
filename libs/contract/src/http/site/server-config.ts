import * as z from 'zod/mini';

/** GET /api/config */
export const serverConfigSchema = z.object({
  file_retention_seconds: z.number().check(z.positive()),
  environment: z.string(),
});
export type ServerConfig = z.infer<typeof serverConfigSchema>;
