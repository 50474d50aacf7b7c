/**
 * This module is a separate chunk, because it is only needed if the server sent no configuration.
 */
export { defaultDomainConfig } from '@dipper/contract';
