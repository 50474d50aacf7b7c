import type { PreviewQuery } from '@dipper/contract';
import type { Message } from '../../ui/overlays/message-queue.js';
import { createContext, type ReactNode, useContext } from 'react';

/** What the preview needs from other features, passed in by the page. */
export interface PreviewParts {
  /**
   * Renders the form shown for a URL without media.
   * @param link the page that the URL names, for the field; '' if there is none
   */
  readonly start: (link: string) => ReactNode;
  /** Renders the share menu for a query. */
  readonly share: (query: PreviewQuery) => ReactNode;
  /**
   * Reads the source page of a query again.
   * @param onPlace receives the position in line, from 1; null once the server reads the page
   * @returns the preview path of the same format; null if the page no longer has it
   * @throws ApiFailure, ChunkLoadError, or the abort reason
   */
  readonly fetchAgain: (
    query: PreviewQuery,
    signal: AbortSignal,
    onPlace: (place: number | null) => void,
  ) => Promise<string | null>;
  /** Shows a toast, which survives navigation. */
  readonly toast: (message: Message) => void;
}

const NO_PARTS: PreviewParts = {
  start: () => null,
  share: () => null,
  fetchAgain: () => Promise.resolve(null),
  toast: () => undefined,
};

export const PreviewPartsContext = createContext(NO_PARTS);

export function usePreviewParts(): PreviewParts {
  return useContext(PreviewPartsContext);
}
