// What each way into the archive looks like, in a few strokes.
import type { ReactNode } from 'react';

const Picture = ({ children }: { readonly children: ReactNode }) => (
  <svg viewBox="0 0 96 56" width={96} height={56} aria-hidden className="home-picture">
    {children}
  </svg>
);

/** Rows with their timelines. */
export const RowsPicture = () => (
  <Picture>
    {[6, 22, 38].map((y, i) => (
      <g key={y}>
        <path d={`M4 ${y + 5}h${[20, 26, 16][i]}`} className="home-picture-line" />
        <path
          d={`M${[40, 46, 54][i]} ${y + 5}h${[52, 40, 36][i]}`}
          className="home-picture-routine"
        />
        <path d={`M${[72, 58, 80][i]} ${y}v10`} className="home-picture-incorrect" />
      </g>
    ))}
  </Picture>
);

/** Days of some years, a few of them found. */
export const DaysPicture = () => (
  <Picture>
    {[10, 26, 42].map((y) => (
      <path key={y} d={`M4 ${y}h88`} className="home-picture-line" />
    ))}
    <path
      d="M16 4v12M44 4v12M48 4v12M30 20v12M70 20v12M24 36v12M58 36v12M82 36v12"
      className="home-picture-routine"
    />
  </Picture>
);

/** Questions, one of them answered. */
export const StepsPicture = () => (
  <Picture>
    <path d="M10 10v36" className="home-picture-line" />
    {[8, 28, 48].map((y) => (
      <circle
        key={y}
        cx="10"
        cy={y}
        r="4.5"
        className={y < 20 ? 'home-picture-done' : 'home-picture-open'}
      />
    ))}
    <rect x="24" y="20" width="68" height="16" rx="4" className="home-picture-open" />
    <path d="M24 8h44M32 28h34M24 48h52" className="home-picture-line" />
  </Picture>
);

/** Places on a net of lines, and one that is chosen. */
export const PlacesPicture = () => (
  <Picture>
    <path
      d="M4 14h88M4 28h88M4 42h88M20 4v48M42 4v48M64 4v48M86 4v48"
      className="home-picture-net"
    />
    {[
      [30, 22],
      [52, 34],
      [74, 18],
    ].map(([x, y]) => (
      <circle key={x} cx={x} cy={y} r="3" className="home-picture-done" />
    ))}
    <circle cx="52" cy="34" r="8" className="home-picture-ring" />
  </Picture>
);
