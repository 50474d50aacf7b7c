import { setImmediate as nextTurn } from 'node:timers/promises';
import { Parser } from 'htmlparser2';
import { DomainError } from '../../../infra/errors/domain-error.js';

export type Attributes = Readonly<Record<string, string>>;

/** The parser's callbacks. Entities have already been decoded. */
export interface MarkupHandler {
  onOpen?(name: string, attributes: Attributes): void;
  onText?(text: string): void;
  onClose?(name: string): void;
}

/**
 * The maximum nesting depth. Real pages have a few dozen levels. Without a limit, the names of open
 * elements could fill the memory.
 */
const MAX_DEPTH = 1_000;
/**
 * How many characters are parsed before other work gets a turn. Parsing them takes a few
 * milliseconds.
 */
const SLICE = 64 * 1024;

/**
 * Parses HTML or XML as a stream, and lets other work run between slices. Only HTML's entities, or
 * XML's five, are expanded; declarations in the document are skipped.
 * @throws DomainError EXTRACT_FAILED if elements are nested too deeply; whatever the handler or the
 * pieces throw
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
