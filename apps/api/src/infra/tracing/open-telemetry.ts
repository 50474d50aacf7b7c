import {
  context,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { DomainError } from '../errors/domain-error.js';
import { matchedRoute } from '../http/request/matched-route.js';
import { within } from '../within.js';
import { isTraced } from './request-span.js';
import { spanContextOf, traceParentOf } from './trace-parent.js';
import type { SpanFacts, SpanName, TraceParent, Tracer } from './tracing.js';

/** How long spans are collected before they are sent, in milliseconds. */
const COLLECT_MS = 1000;
/** Timeout for the collector, in milliseconds. Spans that it does not accept are dropped. */
const SEND_MS = 5000;
/** How long the last spans may delay a shutdown, in milliseconds. */
const CLOSE_MS = 1000;

export interface TracingOptions {
  /** The collector's base URL (OTLP over HTTP). */
  readonly endpoint: string;
  /** The share of traces to record, 0 to 1. */
  readonly share: number;
  readonly role: string;
}

/** Returns a span's attributes. Names follow OpenTelemetry's conventions where there is one. */
function attributesOf(facts: SpanFacts): Record<string, string | number> {
  const entries = Object.entries(facts).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    entries.map(([name, value]) => [
      `dipper.${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
      value as string | number,
    ]),
  );
}

/** Traces with OpenTelemetry. Only `start-tracing.ts` loads this module. */
export class OpenTelemetryTracer implements Tracer {
  private readonly provider: TracerProvider;
  private readonly tracer;

  constructor({ endpoint, share, role }: TracingOptions) {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    const exporter = new OTLPTraceExporter({
      url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
      timeoutMillis: SEND_MS,
    });
    this.provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': 'dipper', 'dipper.role': role }),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
      spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: COLLECT_MS })],
    });
    this.tracer = this.provider.getTracer('dipper');
  }

  async traced<T>(name: SpanName, facts: SpanFacts, work: () => Promise<T>): Promise<T> {
    const span = this.tracer.startSpan(name, { attributes: attributesOf(facts) });
    try {
      return await context.with(trace.setSpan(context.active(), span), work);
    } catch (error) {
      fail(span, error);
      throw error;
    } finally {
      span.end();
    }
  }

  record(name: SpanName, facts: SpanFacts, begunAt: Date): void {
    this.tracer.startSpan(name, { attributes: attributesOf(facts), startTime: begunAt }).end();
  }

  annotate(facts: SpanFacts): void {
    trace.getActiveSpan()?.setAttributes(attributesOf(facts));
  }

  current(): TraceParent | null {
    const span = trace.getActiveSpan();
    return span === undefined ? null : traceParentOf(span.spanContext());
  }

  continued<T>(parent: TraceParent, work: () => T): T {
    const from = spanContextOf(parent);
    return from === null ? work() : context.with(trace.setSpanContext(ROOT_CONTEXT, from), work);
  }

  link(to: TraceParent): void {
    const target = spanContextOf(to);
    if (target !== null) {
      trace.getActiveSpan()?.addLink({ context: target });
    }
  }

  /**
   * A visitor's own `traceparent` is ignored, because it would decide which requests are recorded,
   * and mix strangers' traces.
   */
  request(request: IncomingMessage, response: ServerResponse, next: () => void): void {
    const { method = '' } = request;
    if (!isTraced(request)) {
      next();
      return;
    }
    const span = this.tracer.startSpan(method, {
      kind: SpanKind.SERVER,
      root: true,
      attributes: { 'http.request.method': method },
    });
    const inside: Context = trace.setSpan(ROOT_CONTEXT, span);
    // The connection emits the events of the request and the response, outside this request's
    // context.
    context.bind(inside, request);
    context.bind(inside, response);
    response.once('close', () => {
      const route = matchedRoute(request);
      span.updateName(route === null ? method : `${method} ${route}`);
      span.setAttributes({
        ...(route !== null && { 'http.route': route }),
        'http.response.status_code': response.statusCode,
      });
      if (response.statusCode >= 500) {
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    });
    context.with(inside, next);
  }

  async close(): Promise<void> {
    await within(this.provider.shutdown(), CLOSE_MS, 'the collector').catch(() => undefined);
    context.disable();
  }
}

/** Marks a span as failed. Only the code is recorded, because messages may contain URLs. */
function fail(span: Span, error: unknown): void {
  const { name } = error instanceof Error ? error : new Error();
  const type = error instanceof DomainError ? error.code : name;
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', type);
}
