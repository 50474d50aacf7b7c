import { Pause, Play } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { Button } from '../../../ui/buttons/button.js';

/**
 * Files that may be animated. Browsers can't pause an image, so we cover it with its first frame.
 */
const MOVING = /\.(?:gif|webp)$/i;

const prefersStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Draws an image on the canvas. For an animation, browsers draw the first frame. */
function draw(canvas: HTMLCanvasElement | null, image: HTMLImageElement): void {
  if (canvas !== null) {
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext('2d')?.drawImage(image, 0, 0);
  }
}

interface PictureFileProps {
  readonly src: string;
  readonly filename: string | null;
  readonly title: string;
  /** Overlay on the image. */
  readonly children: ReactNode;
}

/**
 * A still or animated image, shown exactly as it will be saved. Visitors can stop an animation. It
 * starts stopped for those who prefer reduced motion.
 */
export function PictureFile({ src, filename, title, children }: PictureFileProps) {
  const { t } = useTranslation('preview');
  const still = useRef<HTMLCanvasElement>(null);
  const isMoving = MOVING.test(filename ?? '');
  const [isStill, setStill] = useState(isMoving && prefersStill);
  return (
    <div className="player-place relative overflow-hidden rounded-2xl bg-sunk">
      <img
        src={src}
        alt={title}
        onLoad={({ currentTarget }) => draw(still.current, currentTarget)}
        className={`size-full object-contain ${isStill ? 'invisible' : ''}`}
      />
      {isMoving && (
        <>
          <canvas
            ref={still}
            aria-hidden
            className={`absolute inset-0 size-full object-contain ${isStill ? '' : 'invisible'}`}
          />
          <Button
            variant="quiet"
            size="icon"
            className="absolute end-3 bottom-3"
            onClick={() => setStill(!isStill)}
          >
            {isStill ? <Play aria-hidden size={20} /> : <Pause aria-hidden size={20} />}
            <span className="sr-only">{t(isStill ? 'player.play' : 'player.pause')}</span>
          </Button>
        </>
      )}
      {children}
    </div>
  );
}
