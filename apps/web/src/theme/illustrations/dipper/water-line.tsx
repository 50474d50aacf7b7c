/** The edge of the water: the top of the section below it. */
export function WaterLine() {
  return (
    <svg
      viewBox="0 0 1200 40"
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
      className="block h-6 w-full fill-sunk sm:h-10"
    >
      <path d="M0 22c100-20 200-20 300 0s200 20 300 0 200-20 300 0 200 20 300 0v18H0Z" />
    </svg>
  );
}
