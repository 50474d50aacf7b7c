import type { ComponentType, ReactNode } from 'react';
import type { PlateSheets } from './plates.js';

/** A brand's drawings, all decorative and in its colors. */
export interface BrandDrawings {
  /** Shown next to the brand's name. */
  readonly Mark: ComponentType<{ readonly className?: string }>;
  /** Shown on top of the form if there is room. */
  readonly Standing: ComponentType<{ readonly children: ReactNode; readonly onPhones?: boolean }>;
  /** Between the top of the home page and its sections. */
  readonly Edge: ComponentType;
  /** Wraps the sections below the edge, if given. */
  readonly Below?: ComponentType<{ readonly children: ReactNode }>;
  /** The brand's own plates, if it has any (ui/plate.tsx). */
  readonly plates?: PlateSheets;
  /** The URL of a 266 by 188 drawing that sinks while the water rises (features/preview). */
  readonly swimmer?: string;
  /** The URL of the same figure, standing on the lower edge of a 266 by 188 drawing. */
  readonly perched?: string;
  /** Classes of the footer's background, if the footer is below the edge, too. */
  readonly ground?: string;
}
