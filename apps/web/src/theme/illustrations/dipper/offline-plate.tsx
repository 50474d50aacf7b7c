interface OfflinePlateProps {
  readonly description: string;
}

/**
 * The bird on the last plank of a broken footbridge. Part of its page rather than of a sheet,
 * because without a connection, only the page itself is available
 * (apps/web/service-worker.plugin.ts).
 */
export function OfflinePlate({ description }: OfflinePlateProps) {
  return (
    <figure>
      <svg viewBox="0 0 160 120" role="img" aria-label={description} className="plate">
        <path fill="var(--water-far)" d="M0 74c26-8 54-8 80 0s54 8 80 0v46H0z" />
        <path
          fill="var(--sand)"
          d="M0 66c12-3 22-2 30 2l8 30c-12 4-26 4-38 2zm160 0c-10-2-16-1-22 2l-10 28c10 4 22 4 32 2z"
        />
        <path fill="var(--water)" d="M0 94c26-7 54-7 80 0s54 7 80 0v26H0z" />
        <path fill="var(--water-deep)" d="M26 64h6v42h-6zm40 0h6v42h-6zm68 2h6v36h-6z" />
        <path fill="var(--primary)" d="M0 58h82l4 3-5 3 3 3H0zm160 2h-38l-4 3 5 2-4 4h41z" />
        <path
          fill="none"
          strokeLinecap="round"
          strokeLinejoin="round"
          stroke="var(--bib)"
          strokeWidth="1.500"
          d="M18 58v9m16-9v9m16-9v9m16-9v9m70-6v8m14-8v8"
        />
        <path fill="var(--accent)" d="m94 92 16 5-2 5-16-5z" />
        <g transform="translate(-9.280 3.480) scale(.26)">
          <path
            fill="var(--primary)"
            d="M104 92c15 5 26 13 34 24 15-31 46-48 82-48 9-15 25-24 43-24 25 0 44 16 49 39l28 12-28 9c-5 60-48 91-104 91-53 0-93-26-97-75-1-10-3-19-7-28Z"
          />
          <path
            fill="var(--bib)"
            d="M302 108c1 39-22 69-58 79-20-16-22-45-6-68 15-21 44-26 64-11Z"
          />
          <circle cx="272" cy="78" r="9" fill="var(--bib)" />
          <circle cx="273.500" cy="78" r="4.500" fill="var(--primary-strong)" />
          <path
            fill="none"
            stroke="var(--accent)"
            strokeWidth="7"
            strokeLinecap="round"
            strokeLinejoin="round"
            d="M202 192v20h14m12-20v20h14"
          />
        </g>
        <path
          fill="none"
          strokeLinecap="round"
          strokeLinejoin="round"
          stroke="var(--water-far)"
          strokeWidth="2.500"
          d="M44 108h22m26 4h28"
        />
      </svg>
    </figure>
  );
}
