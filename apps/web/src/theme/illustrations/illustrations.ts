import type { DomainConfig } from '@dipper/contract';
import type { ComponentType, ReactNode } from 'react';
import { BirdMark } from './dipper/mark.js';
import { StandingBird } from './dipper/standing-bird.js';
import { WaterLine } from './dipper/water-line.js';

/** What a brand has drawn for its pages. Everything in it is decorative and takes the brand's colours. */
export interface Illustrations {
  /** Beside the name. */
  readonly Mark: ComponentType<{ readonly className?: string }>;
  /** On top of the form, as far as there is room. */
  readonly Standing: ComponentType<{ readonly children: ReactNode; readonly onPhones?: boolean }>;
  /** Between the start of the home page and its sections. */
  readonly Edge: ComponentType;
}

const dipper: Illustrations = { Mark: BirdMark, Standing: StandingBird, Edge: WaterLine };

/** A folder for each brand that has its own, by the name in `branding.logo.icon`. */
const BRANDS: ReadonlyMap<string, Illustrations> = new Map([['dipper', dipper]]);

/** The illustrations of a brand; Dipper's where it has none of its own. */
export function illustrationsOf({ logo }: DomainConfig['branding']): Illustrations {
  return BRANDS.get(logo.icon) ?? dipper;
}
