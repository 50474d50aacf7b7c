/** Apart from what every page loads: it is needed only where the server could say nothing. */
export { defaultDomainConfig } from '@dipper/contract';
