import type { BrandDrawings } from '../brand-drawings.js';
import { Monogram, PlainEdge, PlainForm } from './plain.js';

/** For brands without drawings of their own: the first letter of the name, and no figure. */
export const plain: BrandDrawings = { Mark: Monogram, Standing: PlainForm, Edge: PlainEdge };
