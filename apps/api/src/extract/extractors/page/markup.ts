import { setImmediate as nextTurn } from 'node:timers/promises';
import { Parser } from 'htmlparser2';
import { DomainError } from '../../../infra/http/domain-error.js';

export type Attributes = Readonly<Record<string, string>>;

/** What is told about a text while it is read. Entities are decoded. */
export interface MarkupHandler {
  onOpen?(name: string, attributes: Attributes): void;
  onText?(text: string): void;
  onClose?(name: string): void;
}

/** Pages nest some dozens deep; more would fill memory with names of what is open. */
const MAX_DEPTH = 1_000;
/** Characters that are parsed before others get a turn: some milliseconds. */
const SLICE = 64 * 1024;

/**
 * Reads HTML, or XML, in pieces: each as soon as it is there, and giving way to other work between
 * them. Nothing is resolved or expanded but the entities of HTML, or the five of XML: a document's
 * own declarations are skipped.
 * @throws DomainError EXTRACT_FAILED for nesting that no page has; whatever the handler or pieces throw
 */
export async function readMarkup(
  pieces: AsyncIterable<string>,
  handler: MarkupHandler,
  { xml = false }: { readonly xml?: boolean } = {},
): Promise<void> {
  const parser = parserFor(handler, xml);
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at += SLICE) {
      parser.write(piece.slice(at, at + SLICE));
      await nextTurn();
    }
  }
  parser.end();
}

/** The same for a short text that is there, like a description. */
export function readShortMarkup(text: string, handler: MarkupHandler): void {
  const parser = parserFor(handler, false);
  parser.write(text);
  parser.end();
}

function parserFor(handler: MarkupHandler, xmlMode: boolean): Parser {
  let depth = 0;
  return new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1;
        if (depth > MAX_DEPTH) {
          throw new DomainError('EXTRACT_FAILED', { cause: `nested more than ${MAX_DEPTH} deep` });
        }
        handler.onOpen?.(name, attributes);
      },
      ontext: (text) => handler.onText?.(text),
      onclosetag: (name) => {
        depth -= 1;
        handler.onClose?.(name);
      },
    },
    { xmlMode, decodeEntities: true },
  );
}
