import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Attribute = { key: string; value: Record<string, string | number> };
interface SentSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: Attribute[];
  readonly links?: { traceId: string; spanId: string }[];
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
}
interface Sent {
  readonly resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: SentSpan[] }[];
  }[];
}

export interface CollectedSpan extends Omit<SentSpan, 'attributes'> {
  readonly facts: Readonly<Record<string, string | number | undefined>>;
  /** The role of the process that sent it. */
  readonly role: string | number | undefined;
}

/** An OpenTelemetry collector on loopback, for OTLP over HTTP in JSON. */
export class TraceCollector {
  readonly spans: CollectedSpan[] = [];
  /** Everything that was sent, unparsed. */
  everything = '';

  private constructor(private readonly server: ReturnType<typeof createServer>) {}

  static async start(): Promise<TraceCollector> {
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        const isOurs = request.url === '/v1/traces' && request.method === 'POST';
        if (isOurs) {
          collector.take(body);
        }
        response.writeHead(isOurs ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
      });
    });
    const collector = new TraceCollector(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private take(body: string): void {
    this.everything += body;
    for (const { resource, scopeSpans } of (JSON.parse(body) as Sent).resourceSpans) {
      const role = factsOf(resource.attributes)['dipper.role'];
      for (const { attributes, ...span } of scopeSpans.flatMap(({ spans }) => spans)) {
        this.spans.push({ ...span, facts: factsOf(attributes), role });
      }
    }
  }
}

function factsOf(attributes: readonly Attribute[]): CollectedSpan['facts'] {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
