interface PictureFileProps {
  /** The URL of the file. */
  readonly src: string;
  readonly title: string;
}

/** An image, still or animated, exactly as it will be saved. */
export function PictureFile({ src, title }: PictureFileProps) {
  return (
    <div className="player-place overflow-hidden rounded-2xl bg-sunk">
      <img src={src} alt={title} className="size-full object-contain" />
    </div>
  );
}
