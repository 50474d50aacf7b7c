import type { Env } from '../env/env.js';
import { type Tracer, useTracer } from './tracing.js';

type Setting = Pick<Env, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_TRACES_SAMPLER_ARG' | 'ROLE'>;

/**
 * Turns tracing on if the operator has set a collector. Otherwise, the libraries are not even
 * loaded.
 * @returns the tracer, to be closed at the end; null if tracing is off
 */
export async function startTracing(env: Setting): Promise<Tracer | null> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share, ROLE: role } = env;
  if (endpoint === undefined) {
    return null;
  }
  const { OpenTelemetryTracer } = await import('./open-telemetry.js');
  const tracer = new OpenTelemetryTracer({ endpoint, share, role });
  useTracer(tracer);
  return tracer;
}
