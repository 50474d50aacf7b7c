import drawings from './drawings.svg?url';

/** The water's surface above the sections, where the bird dives (water.css). */
export function WaterLine() {
  return (
    <div aria-hidden="true" className="waterline">
      <svg viewBox="0 0 1440 96" preserveAspectRatio="none">
        <path className="fill-water-far" d="M0 44C220 4 430 72 730 44s480-44 710-6v58H0Z" />
      </svg>
      <span className="diver">
        <svg>
          <use href={`${drawings}#bird`} />
        </svg>
      </span>
      <svg viewBox="0 0 1440 96" preserveAspectRatio="none">
        <path className="waterline-near" d="M0 68C240 30 470 92 760 66s470-32 680-6v36H0Z" />
      </svg>
    </div>
  );
}
