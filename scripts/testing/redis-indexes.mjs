/**
 * How many databases the tests' Redis has: enough for the servers of all Jest workers at the same
 * time. (In a separate file, because specs can't load services.mjs.)
 */
export const REDIS_INDEXES = 64;
