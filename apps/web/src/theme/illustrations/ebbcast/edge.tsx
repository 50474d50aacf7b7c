import { Band } from '../band.js';

/** Audio levels that rise and fall like the tide. */
export function LevelEdge() {
  return (
    <Band width={192} height={56}>
      <path
        className="stroke-sunk"
        strokeWidth="8"
        strokeLinecap="round"
        d="M12 40v12M36 30v22M60 16v36M84 8v44M108 14v38M132 26v26M156 38v14M180 46v6"
      />
    </Band>
  );
}
