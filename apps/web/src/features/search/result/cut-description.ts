import { LIMITS } from '@dipper/contract';
import { cutGraphemes } from '@dipper/media';

/**
 * Shortens a description for the result card to one paragraph of 150 characters (specification §9).
 */
export function cutDescription(description: string): string {
  return cutGraphemes(description.replace(/\s+/g, ' ').trim(), LIMITS.descriptionLength, '...');
}
