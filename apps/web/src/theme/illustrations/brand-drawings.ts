import type { ComponentType, ReactNode } from 'react';

/** A brand's drawings. All are decorative and use the brand's colours. */
export interface BrandDrawings {
  /** Shown beside the name. */
  readonly Mark: ComponentType<{ readonly className?: string }>;
  /** Shown on top of the form if there is room. */
  readonly Standing: ComponentType<{ readonly children: ReactNode; readonly onPhones?: boolean }>;
  /** Between the top of the home page and its sections. */
  readonly Edge: ComponentType;
  /** Wraps the sections below the edge, if given. */
  readonly Below?: ComponentType<{ readonly children: ReactNode }>;
  /** The brand uses field guide plates (ui/plate.tsx). */
  readonly plates?: true;
  /** URL of a drawing that sinks while the water rises, 266 by 188 (features/preview). */
  readonly swimmer?: string;
  /** The footer lies below the edge, too: the classes of its background (water.css). */
  readonly ground?: string;
}
