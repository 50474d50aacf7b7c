import dns from 'node:dns';
import net from 'node:net';
import { EgressFailed, EgressRefused, toEgressError } from './egress-error.js';
import { checkAddress, type EgressPolicy, type Endpoint } from './egress-policy.js';

export const CONNECT_TIMEOUT_MS = 10_000;

/** Per address, when a name has several. Node's 250 ms would give up on a healthy but distant server. */
const ATTEMPT_TIMEOUT_MS = 3_000;

/**
 * Opens a TCP connection, if the policy lets it: literals are checked here (Node calls no lookup for them), each
 * DNS answer before it is dialled, and the peer once more after the connection stands.
 *
 * @param target host without brackets, and port
 * @returns the connected socket; the caller owns it
 * @throws EgressRefused by policy, EgressFailed otherwise (`timeout` after 10 s for the whole of it)
 */
export async function guardedDial(policy: EgressPolicy, target: Endpoint): Promise<net.Socket> {
  if (net.isIP(target.host)) {
    assertAddress(policy, target, target.host);
  }
  const socket = net.connect({
    host: target.host,
    port: target.port,
    lookup: guardedLookup(policy, target),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ATTEMPT_TIMEOUT_MS,
  });
  try {
    await connected(socket);
    assertAddress(policy, target, socket.remoteAddress ?? '');
  } catch (error) {
    socket.destroy();
    throw toEgressError(error);
  }
  return socket;
}

/**
 * A `lookup` for net.connect that refuses a name as soon as ANY of its addresses is not allowed: a mixed answer is
 * how a rebinding name looks, and which of them is dialled is not ours to choose.
 */
function guardedLookup(policy: EgressPolicy, target: Endpoint): net.LookupFunction {
  return (hostname, options, callback) => {
    dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const first = addresses?.[0];
      if (error || !first) {
        callback(error ?? noAddress(hostname), '', 0);
        return;
      }
      const refused = addresses
        .map(({ address }) => checkAddress(address, policy, target))
        .find((verdict) => !verdict.ok);
      if (refused && !refused.ok) {
        callback(new EgressRefused(refused.reason, target.host), '', 0);
      } else if (options.all) {
        callback(null, addresses);
      } else {
        callback(null, first.address, first.family);
      }
    });
  };
}

function noAddress(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`no address for ${hostname}`), { syscall: 'getaddrinfo' });
}

function assertAddress(policy: EgressPolicy, target: Endpoint, ip: string): void {
  const verdict = checkAddress(ip, policy, target);
  if (!verdict.ok) {
    throw new EgressRefused(verdict.reason, target.host);
  }
}

function connected(socket: net.Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(new EgressFailed('timeout')), CONNECT_TIMEOUT_MS);
    const settle = (error?: Error): void => {
      clearTimeout(timer);
      socket.off('connect', onConnect);
      socket.off('error', settle);
      if (error) {
        // A socket destroyed mid-connect may still report; nobody is left to hear it.
        socket.on('error', () => undefined);
        reject(error);
      } else {
        resolve();
      }
    };
    const onConnect = (): void => settle();
    socket.once('connect', onConnect);
    socket.once('error', settle);
  });
}
