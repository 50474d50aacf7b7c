import type { SpanContext } from '@opentelemetry/api';
import type { TraceParent } from './tracing.js';

/** https://www.w3.org/TR/trace-context/#traceparent-header */
const FORM = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Serializes the reference to a span. */
export function traceParentOf({ traceId, spanId, traceFlags }: SpanContext): TraceParent {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** Parses the reference to a span of another process; null if it is malformed. */
export function spanContextOf(parent: TraceParent): SpanContext | null {
  const [, traceId, spanId, flags] = FORM.exec(parent) ?? [];
  return traceId === undefined || spanId === undefined || flags === undefined
    ? null
    : { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}
