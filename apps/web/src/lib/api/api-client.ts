import {
  callApi as call,
  headStatus as head,
  openApi as open,
  type Schema,
  type Send,
} from '@dipper/client';
import { calledAddress } from './api-address.js';

/** Sends the page's calls to the configured server. */
export const send: Send = (path, init) => fetch(calledAddress(path), init);

/** `openApi` of the client, for the page's server. */
export const openApi = (path: string, init: RequestInit): Promise<Response> =>
  open(send, path, init);

/** `callApi` of the client, for the page's server. */
export const callApi = <T>(path: string, schema: Schema<T>, init?: RequestInit): Promise<T> =>
  call(send, path, schema, init);

/** `headStatus` of the client, for the page's server. */
export const headStatus = (path: string, signal?: AbortSignal): Promise<number> =>
  head(send, path, signal);
