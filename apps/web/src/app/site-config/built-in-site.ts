/** A separate chunk: needed only when the server sent no configuration. */
export { defaultDomainConfig } from '@dipper/contract';
