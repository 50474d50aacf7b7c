import { CODECS } from './codecs.js';
import type { Good } from './encode.js';
import { PICTURES } from './pictures.js';
import { RELAYED } from './relayed.js';
import { SEGMENTED } from './segmented.js';

export const GOODS: readonly Good[] = [...PICTURES, ...CODECS, ...SEGMENTED, ...RELAYED];
