import type { ComponentType, ReactNode } from 'react';
import type { DrawingProps } from './drawing.js';
import type { PlateSheets } from './plates.js';

/** A brand's drawings, all decorative and in its colors. */
export interface BrandDrawings {
  /** Shown next to the brand's name. */
  readonly Mark: ComponentType<DrawingProps>;
  /** Shown on top of the form. Its feet touch the lower edge of its drawing. */
  readonly figure?: {
    readonly Figure: ComponentType<DrawingProps>;
    /** Its place and size next to the text above the form, as classes. */
    readonly beside: string;
    /** Its place and size below that text, as classes. */
    readonly above: string;
  };
  /** Between the top of the home page and its sections. */
  readonly Edge: ComponentType;
  /** Wraps the sections below the edge in place of their background. */
  readonly Below?: ComponentType<{ readonly children: ReactNode }>;
  /** The brand's own plates, if it has any (ui/plate.tsx). */
  readonly plates?: PlateSheets;
  /** The URL of a 266 by 188 drawing that sinks while the water rises (features/preview). */
  readonly swimmer?: string;
  /** The URL of the same figure, standing on the lower edge of a 266 by 188 drawing. */
  readonly perched?: string;
  /** Classes of the background below the edge: of the sections and the footer. */
  readonly ground?: string;
}
