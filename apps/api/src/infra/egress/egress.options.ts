import type { EgressAllow } from './egress-policy.js';

/** Injection token of EgressOptions. */
export const EGRESS_OPTIONS = Symbol('EGRESS_OPTIONS');

export interface EgressOptions {
  /** Read from EGRESS_ALLOW by `parseEgressAllow`. */
  allow: EgressAllow;
  /** Host names (or `host:port`) under which visitors reach us. */
  ownHosts: readonly string[];
  /** `host:port` this process listens on; see `ownEndpoints` for what a wildcard stands for. */
  ownEndpoints: readonly string[];
}
