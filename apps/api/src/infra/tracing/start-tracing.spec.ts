import { startTracing } from './start-tracing.js';
import { continueTrace, currentTrace, linkTrace, traced, useTracer } from './tracing.js';

let isLoaded = false;
jest.mock('./open-telemetry.js', () => {
  isLoaded = true;
  return { OpenTelemetryTracer: class {} };
});

const OFF = {
  OTEL_EXPORTER_OTLP_ENDPOINT: undefined,
  OTEL_TRACES_SAMPLER_ARG: 1,
  ROLE: 'all',
} as const;

afterEach(() => useTracer(null));

it('loads the libraries only if there is a collector', async () => {
  expect(await startTracing(OFF)).toBeNull();
  expect(isLoaded).toBe(false);
  const endpoint = 'http://collector.example:4318';
  expect(await startTracing({ ...OFF, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })).not.toBeNull();
  expect(isLoaded).toBe(true);
});

it('runs work unchanged while tracing is off, and looks for no trace to link', async () => {
  const failure = new Error('why');
  expect(await traced('fetch', {}, () => Promise.resolve(7))).toBe(7);
  await expect(traced('fetch', {}, () => Promise.reject(failure))).rejects.toBe(failure);
  expect(continueTrace('00-a-b-01', () => 8)).toBe(8);
  expect(currentTrace()).toBeNull();
  const find = jest.fn();
  await linkTrace(find);
  expect(find).not.toHaveBeenCalled();
});
