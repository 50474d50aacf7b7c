import type { Illustrations } from '../illustrations.js';
import { Monogram, PlainEdge, PlainForm } from './plain.js';

/** Of a brand that has drawn nothing: the first letter of its name, and no figure. */
export const plain: Illustrations = { Mark: Monogram, Standing: PlainForm, Edge: PlainEdge };
