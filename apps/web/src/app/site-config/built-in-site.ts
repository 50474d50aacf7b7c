/**
 * The configuration for pages to which the server sent none. A separate chunk, because that is rare.
 * Its fields, such as the flags in `features`, are in libs/contract/src/http/site/domain-config.ts.
 */
export { defaultDomainConfig } from '@dipper/contract';
