import * as z from 'zod';
import { unset, urlOf } from './env-values.js';

export const tracing = {
  OTEL_EXPORTER_OTLP_ENDPOINT: urlOf('http:', 'https:').meta({
    fallback: 'no tracing',
    description:
      'The OpenTelemetry collector (OTLP over HTTP) that gets the traces of requests and tasks. See [operator.md](operator.md#tracing).',
  }),
  OTEL_TRACES_SAMPLER_ARG: z
    .preprocess(
      unset,
      z.coerce
        .number('a number from 0 to 1')
        .min(0, 'a number from 0 to 1')
        .max(1, 'a number from 0 to 1')
        .default(1),
    )
    .meta({
      values: 'number from 0 to 1',
      description: 'The share of requests that are traced, with the tasks that they start.',
    }),
};
