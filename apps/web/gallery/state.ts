import type { FakeApi } from '@dipper/client/testing';
import type { DomainConfig } from '@dipper/contract';
import type { Visitor } from './visitor.js';

/** One state of the site. The gallery shows the real page with fixed server replies. */
export interface GalleryState {
  /**
   * Must be unique. It starts with the name of its group and is part of its URL, `/gallery/{name}`.
   */
  readonly name: string;
  /** The URL of the page on the site. */
  readonly address: string;
  /** Settings of the site that differ from the built-in ones. */
  readonly site?: (site: DomainConfig) => DomainConfig;
  /** Sets the replies and the stored values before the page opens. */
  readonly prepare?: (api: FakeApi) => void;
  /** What the visitor does after the page has opened. Resolves once the state is visible. */
  readonly reach: (visitor: Visitor) => Promise<unknown>;
  /**
   * Stops the animations of the page at this many milliseconds once the state is visible, so that a
   * moment can be looked at. `?at=` in the address of the gallery overrides it.
   */
  readonly heldAt?: number;
  /**
   * True for states that cover the screen. Their screenshot shows the window instead of the whole
   * page.
   */
  readonly overlay?: true;
}

/** The states of one part of the site. */
export interface StateGroup {
  readonly name: string;
  /** The section of docs/preview-states.md whose states it shows, if there is one. */
  readonly documented?: string;
  readonly states: readonly GalleryState[];
}
