import type { EgressRefusal } from './egress-policy.js';

export class EgressRefused extends Error {
  override readonly name = 'EgressRefused';

  constructor(
    readonly reason: EgressRefusal,
    /** The requested host, for logs. Never the whole URL, because it may contain a token. */
    readonly host: string,
  ) {
    super(`egress refused: ${reason} (${host})`);
  }
}

/** `proxy` means that the operator's outbound proxy is down or misbehaves. */
type EgressFailure = 'timeout' | 'connection' | 'aborted' | 'redirects' | 'tls' | 'dns' | 'proxy';

/**
 * The guard allowed a request, but it failed on the other side or in the network, or the caller
 * aborted it.
 */
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

/**
 * Certificate errors for which OpenSSL's names have no common prefix (Node's `tls` documentation,
 * X509 codes).
 */
const CERTIFICATE =
  /^(ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|INVALID_(CA|PURPOSE)|HOSTNAME_MISMATCH)/;

/**
 * Classifies the error of a request or of its streamed body.
 *
 * @param error anything that the request or its body has thrown or emitted
 * @returns a refusal unchanged; otherwise, an EgressFailed with the error as its cause
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
