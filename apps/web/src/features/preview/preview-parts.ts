import type { PreviewQuery } from '@dipper/contract';
import type { Message } from '../../ui/overlays/message-queue.js';
import { createContext, type ReactNode, useContext } from 'react';

/** What the preview needs of other features; its page puts them in. */
export interface PreviewParts {
  /** What a visitor can start with whose address names nothing. */
  readonly start: ReactNode;
  /** The share menu of what an address holds. */
  readonly share: (query: PreviewQuery) => ReactNode;
  /**
   * Reads the source page of an address again.
   * @param onPlace hears the place in the line, from 1; null once the page is read
   * @returns the preview path of the same format; null when the page no longer has it
   * @throws ApiFailure, ChunkLoadError, or the abort reason
   */
  readonly fetchAgain: (
    query: PreviewQuery,
    signal: AbortSignal,
    onPlace: (place: number | null) => void,
  ) => Promise<string | null>;
  /** Says something in passing, also on the page that comes next. */
  readonly toast: (message: Message) => void;
}

const NO_PARTS: PreviewParts = {
  start: null,
  share: () => null,
  fetchAgain: () => Promise.resolve(null),
  toast: () => undefined,
};

export const PreviewPartsContext = createContext(NO_PARTS);

export function usePreviewParts(): PreviewParts {
  return useContext(PreviewPartsContext);
}
