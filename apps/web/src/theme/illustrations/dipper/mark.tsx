import { Drawing, type DrawingProps } from '../drawing.js';

/** The dipper: a round dark bird with a white bib, tail up, above its water line. */
export function BirdMark(props: DrawingProps) {
  return (
    <Drawing {...props} viewBox="0 0 48 48">
      <path
        className="fill-primary"
        d="M7 15.5c2.6 1 4.600 2.700 6.100 4.700C16 14.900 21.200 12 27 12c1.500-2.500 4.100-4 7.100-4 4 0 7.200 2.700 8 6.500l4.400 1.900-4.600 1.400C41.300 28 33.800 35 24.600 35 15.900 35 9.200 28.900 8.600 20.900 8.400 19 7.900 17.200 7 15.500Z"
      />
      <path
        className="fill-bib"
        d="M40.700 18.600c.2 6.500-3.600 12.100-9.500 13.700-3.300-2.600-3.700-8-1-11.900 2.500-3.500 7.200-4.300 10.500-1.800Z"
      />
      <circle className="fill-bib" cx="35.700" cy="13.700" r="1.600" />
      <path
        className="stroke-accent"
        d="M4 41.500c3.300 0 3.300-2 6.700-2s3.300 2 6.700 2 3.300-2 6.600-2 3.400 2 6.700 2 3.300-2 6.700-2 3.300 2 6.600 2"
        fill="none"
        strokeWidth="2.600"
        strokeLinecap="round"
      />
    </Drawing>
  );
}
