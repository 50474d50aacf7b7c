import type { Illustrations } from '../illustrations.js';
import { Monogram, PlainEdge, PlainForm } from './plain.js';

/** For brands without drawings: the first letter of the name, and no figure. */
export const plain: Illustrations = { Mark: Monogram, Standing: PlainForm, Edge: PlainEdge };
