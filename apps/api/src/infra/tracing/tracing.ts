import type { IncomingMessage, ServerResponse } from 'node:http';

/** The steps in a trace (docs/operator.md). */
export type SpanName = 'extraction' | 'queue' | 'task' | 'fetch' | 'make' | 'check' | 'publish';

/**
 * Everything that a span may contain. The list is closed, so that no URL, cookie or visitor's
 * address gets into a trace by accident.
 */
export interface SpanFacts {
  readonly taskId?: string;
  /** The kind of a task's recipe. */
  readonly kind?: string;
  /** A platform's id, or `other`. */
  readonly platform?: string;
  readonly checked?: 'sources' | 'file';
  /** How many streams are fetched. */
  readonly streams?: number;
  readonly bytes?: number;
}

/** A reference to a span that another process can continue: a `traceparent` (W3C Trace Context). */
export type TraceParent = string;

/** The interface to a tracing library. The only adapter is `open-telemetry.ts`. */
export interface Tracer {
  /** Runs work as a span below the current one. A rejection marks the span as failed. */
  traced<T>(name: SpanName, facts: SpanFacts, work: () => Promise<T>): Promise<T>;
  /** Adds a span that started at a known time and ends now. */
  record(name: SpanName, facts: SpanFacts, begunAt: Date): void;
  annotate(facts: SpanFacts): void;
  current(): TraceParent | null;
  continued<T>(parent: TraceParent, work: () => T): T;
  link(to: TraceParent): void;
  /** Runs the rest of a request as a separate span, which ends with the reply. */
  request(request: IncomingMessage, response: ServerResponse, next: () => void): void;
  /** Sends everything that is still buffered. */
  close(): Promise<void>;
}

/**
 * Null unless the operator has turned tracing on. While it is null, tracing costs nothing.
 */
let tracer: Tracer | null = null;

/** Sets the tracer for the functions below; null turns tracing off. */
export function useTracer(chosen: Tracer | null): void {
  tracer = chosen;
}

/** Runs work as a span below the current one. A rejection marks the span as failed. */
export function traced<T>(name: SpanName, facts: SpanFacts, work: () => Promise<T>): Promise<T> {
  return tracer === null ? work() : tracer.traced(name, facts, work);
}

/** Adds a span that started at a known time and ends now. */
export function recordSpan(name: SpanName, facts: SpanFacts, begunAt: Date): void {
  tracer?.record(name, facts, begunAt);
}

/** Adds facts to the current span. */
export function annotateSpan(facts: SpanFacts): void {
  tracer?.annotate(facts);
}

/** The current span, to be stored for another process; null without one. */
export function currentTrace(): TraceParent | null {
  return tracer?.current() ?? null;
}

/** Runs work below a span from another process or an earlier time. */
export function continueTrace<T>(parent: TraceParent | null, work: () => T): T {
  return tracer === null || parent === null ? work() : tracer.continued(parent, work);
}

/**
 * Links the current span to a trace that it builds on but does not belong to.
 * @param find looks for that trace; called only while tracing is on
 */
export async function linkTrace(find: () => Promise<TraceParent | null>): Promise<void> {
  const to = tracer === null ? null : await find();
  if (to !== null) {
    tracer?.link(to);
  }
}
