import type { EgressRefusal } from './egress-policy.js';

/** Refused by the guard's policy. */
export class EgressRefused extends Error {
  override readonly name = 'EgressRefused';

  constructor(
    readonly reason: EgressRefusal,
    /** The requested host, for logs; never the whole URL, which may hold a token. */
    readonly host: string,
  ) {
    super(`egress refused: ${reason} (${host})`);
  }
}

/** `proxy`: the operator's outbound proxy is down or misbehaves. */
export type EgressFailure =
  | 'timeout'
  | 'connection'
  | 'aborted'
  | 'redirects'
  | 'tls'
  | 'dns'
  | 'proxy';

/** The guard let it pass, but the other side, the network or the caller ended it. */
export class EgressFailed extends Error {
  override readonly name = 'EgressFailed';

  constructor(
    readonly reason: EgressFailure,
    options?: { cause: unknown },
  ) {
    super(`egress failed: ${reason}`, options);
  }
}

const TIMEOUTS = new Set([
  'ETIMEDOUT',
  'ESOCKETTIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);

/** Certificate faults that OpenSSL names without a common prefix (Node's `tls` documentation, X509 codes). */
const CERTIFICATE =
  /^(ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|INVALID_(CA|PURPOSE)|HOSTNAME_MISMATCH)/;

/**
 * Classifies an error of a request or of its streamed body.
 *
 * @param error anything thrown or emitted by the request or its body
 * @returns refusals unchanged, everything else as EgressFailed with the error as its cause
 */
export function toEgressError(error: unknown): EgressRefused | EgressFailed {
  if (error instanceof EgressRefused || error instanceof EgressFailed) {
    return error;
  }
  return new EgressFailed(failureOf(error), { cause: error });
}

function failureOf(error: unknown): EgressFailure {
  const { name, code, syscall } = traits(error);
  if (name === 'TimeoutError' || TIMEOUTS.has(code)) {
    return 'timeout';
  }
  if (name === 'AbortError' || code === 'UND_ERR_ABORTED' || code === 'ABORT_ERR') {
    return 'aborted';
  }
  if (syscall === 'getaddrinfo') {
    return 'dns';
  }
  return CERTIFICATE.test(code) ? 'tls' : 'connection';
}

function traits(error: unknown): { name: string; code: string; syscall: string } {
  const text = (key: string): string => {
    const value: unknown =
      typeof error === 'object' && error !== null ? Reflect.get(error, key) : undefined;
    return typeof value === 'string' ? value : '';
  };
  return { name: text('name'), code: text('code'), syscall: text('syscall') };
}
