// The mark of a class of reports, as the timelines draw it: distinguished by shape as well as by
// colour.
import { QUALITY_CLASSES, type QualityName } from '@isobar/contract/quality/timeline.ts';
import { SHAPES } from '../timeline/geometry.ts';
import { FILLS, strokeOf } from '../timeline/timeline.tsx';

export const markName = (code: number): QualityName =>
  QUALITY_CLASSES.find((one) => one.code === code)?.name ?? 'note';

export function ClassMark({ code }: { readonly code: number }) {
  const name = markName(code);
  const { height } = SHAPES[name];
  return (
    <svg width="18" height="20" aria-hidden="true" className="timeline inline-block shrink-0">
      <rect
        x={name === 'incorrect' ? 5 : 0.5}
        y={10 - height / 2}
        width={name === 'incorrect' ? 8 : 17}
        height={height}
        fill={FILLS[name]}
        {...strokeOf(name)}
      />
      {name === 'suspect' && (
        <>
          <rect x="2" y="5.6" width="14" height="8.8" fill="var(--paper)" />
          <rect x="2" y="6.6" width="14" height="6.8" fill={FILLS.routine} />
        </>
      )}
    </svg>
  );
}
