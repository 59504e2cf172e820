// What the marks of the plots mean; and how to move.
import type { LookReply } from '@isobar/contract/calls/look.ts';
import { LEFT_OUT } from '../../parts/look/lines.ts';
import { PlotMarks } from '../../parts/look/plot-marks.tsx';
import type { Law } from '../../parts/look-address.ts';

export const Legend = ({ reply, law }: { readonly reply: LookReply; readonly law: Law }) => (
  <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-1.5 text-sm text-ink-2">
    <PlotMarks reply={reply} leftOut={LEFT_OUT[law]} word="Left out" />
    <span className="ml-auto max-sm:ml-0">
      <span className="pointer-coarse:hidden">
        Drag to move, Ctrl and wheel or + and − to zoom, arrows to step, 0 for everything
      </span>
      <span className="hidden pointer-coarse:inline">Drag to move, two fingers to zoom</span>
    </span>
  </div>
);
