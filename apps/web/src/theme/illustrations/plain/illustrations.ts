import type { BrandDrawings } from '../brand-drawings.js';
import { Monogram, PlainEdge, PlainForm } from './plain.js';

/** The drawings for brands without their own: the first letter of the name, and no figure. */
export const plain: BrandDrawings = { Mark: Monogram, Standing: PlainForm, Edge: PlainEdge };
