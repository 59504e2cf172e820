// The archive's mark.
import { MARK } from '@isobar/contract/mark.ts';

const { size, width, circle, lines } = MARK;

export const Mark = () => (
  <svg
    width={size}
    height={size}
    viewBox={`0 0 ${size} ${size}`}
    aria-hidden="true"
    className="shrink-0"
    fill="none"
    stroke="var(--accent)"
    strokeWidth={width}
    strokeLinecap="round"
  >
    <circle {...circle} />
    {lines.map((line) => (
      <path key={line} d={line} />
    ))}
  </svg>
);
