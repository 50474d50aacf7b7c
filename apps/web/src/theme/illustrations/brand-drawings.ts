import type { ComponentType, ReactNode } from 'react';
import type { PlateSheets } from './plates.js';

/** The drawings of a brand. All of them are decorative and use the brand's colours. */
export interface BrandDrawings {
  /** Shown beside the brand's name. */
  readonly Mark: ComponentType<{ readonly className?: string }>;
  /** Shown on top of the form if there is room. */
  readonly Standing: ComponentType<{ readonly children: ReactNode; readonly onPhones?: boolean }>;
  /** Between the top of the home page and its sections. */
  readonly Edge: ComponentType;
  /** Wraps the sections below the edge, if given. */
  readonly Below?: ComponentType<{ readonly children: ReactNode }>;
  /** The sheets of the brand's own plates, if it has plates (ui/plate.tsx). */
  readonly plates?: PlateSheets;
  /** The URL of a drawing, 266 by 188, that sinks while the water rises (features/preview). */
  readonly swimmer?: string;
  /** The URL of the same figure on its feet, 266 by 188. It stands on the lower edge. */
  readonly perched?: string;
  /** Set if the footer lies below the edge, too: the classes of its background. */
  readonly ground?: string;
}
