// What the shapes of a timeline mean.
import { plural } from '@isobar/contract/count.ts';
import { QUALITY_CLASSES, type QualityName } from '@isobar/contract/quality/timeline.ts';
import { SHAPES } from './geometry.ts';
import { FILLS, strokeOf } from './timeline.tsx';
import { minDaysOf, useTimeline } from './view.tsx';

export function TimelineLegend() {
  const minDays = useTimeline(minDaysOf);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-2">
      <ul aria-label="Timeline legend" className="contents">
        {QUALITY_CLASSES.map(({ name, legend, description }) => (
          <li key={name} className="flex items-center gap-1.5" title={description}>
            <Key name={name} />
            <span className="calm">{legend}</span>
          </li>
        ))}
      </ul>
      {minDays > 0 && (
        <span className="flex items-center gap-1.5 whitespace-nowrap" title={TICKS}>
          <svg width="12" height="20" aria-hidden="true" className="timeline">
            <rect x="1" y="5" width="1.8" height="10" fill={FILLS.incorrect} />
            <rect x="5.5" y="9" width="1.8" height="6" fill={FILLS.suspect} />
            <rect x="9.5" y="11.5" width="1.8" height="3.5" fill={FILLS.note} />
          </svg>
          under {plural(minDays, 'day')}
        </span>
      )}
    </div>
  );
}

const TICKS =
  'Reports that are too short for this zoom are shown as ticks above the bar: taller for worse reports, wider for more of them.';

function Key({ name }: { readonly name: QualityName }) {
  const { height } = SHAPES[name];
  const box = { x: 0.5, y: 10 - height / 2, width: 15, height };
  return (
    <svg width="16" height="20" aria-hidden="true" className="timeline">
      <rect
        {...box}
        {...(name === 'incorrect' ? { x: 5, width: 6 } : {})}
        fill={FILLS[name]}
        {...strokeOf(name)}
      />
      {name === 'suspect' && (
        <>
          <rect x="2" y="5.6" width="12" height="8.8" fill="var(--paper)" />
          <rect x="2" y="6.6" width="12" height="6.8" fill={FILLS.routine} />
        </>
      )}
    </svg>
  );
}
