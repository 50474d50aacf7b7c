import type { PreviewQuery } from '@dipper/contract';
import { createContext, type ReactNode, useContext } from 'react';

/** What the preview needs of other features; its page puts them in. */
export interface PreviewParts {
  /** What a visitor can start with whose address names nothing. */
  readonly start: ReactNode;
  /** The share menu of what an address holds. */
  readonly share: (query: PreviewQuery) => ReactNode;
  /**
   * Reads the source page of an address again.
   * @returns the preview path of the same format; null when the page no longer has it
   * @throws ApiFailure
   */
  readonly fetchAgain: (query: PreviewQuery, signal: AbortSignal) => Promise<string | null>;
}

const NO_PARTS: PreviewParts = {
  start: null,
  share: () => null,
  fetchAgain: () => Promise.resolve(null),
};

export const PreviewPartsContext = createContext(NO_PARTS);

export function usePreviewParts(): PreviewParts {
  return useContext(PreviewPartsContext);
}
