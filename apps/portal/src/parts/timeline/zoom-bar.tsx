// The buttons of the timelines: which reports show, zoom, move, back to all.
import { HIDE_ALL } from '@isobar/contract/quality/timeline.ts';
import { ChevronLeft, ChevronRight, Minus, Plus, RotateCcw } from 'lucide-react';
import { plural } from '../../lib/plural.ts';
import { Button } from '../../ui/button.tsx';
import { minDaysOf, useTimeline } from './view.tsx';

export function ZoomBar() {
  const minDays = useTimeline(minDaysOf);
  const byZoom = useTimeline((view) => view.options.byZoom);
  const zoom = useTimeline((view) => view.zoom);
  const pan = useTimeline((view) => view.pan);
  const reset = useTimeline((view) => view.reset);
  const moved = useTimeline(({ full, window }) => full[0] !== window[0] || full[1] !== window[1]);
  return (
    <fieldset className="flex min-w-0 items-center gap-1">
      <legend className="sr-only">Timeline zoom</legend>
      <span className="mr-2 text-[.88rem] text-ink-2 max-xl:hidden">
        {resolutionText(minDays, byZoom)}
      </span>
      <Button icon look="soft" aria-label="Earlier" disabled={!moved} onClick={() => pan(-0.3)}>
        <ChevronLeft size={16} aria-hidden />
      </Button>
      <Button icon look="soft" aria-label="Later" disabled={!moved} onClick={() => pan(0.3)}>
        <ChevronRight size={16} aria-hidden />
      </Button>
      <Button icon aria-label="Zoom timelines out" disabled={!moved} onClick={() => zoom(1.6)}>
        <Minus size={16} aria-hidden />
      </Button>
      <Button icon aria-label="Zoom timelines in" onClick={() => zoom(0.625)}>
        <Plus size={16} aria-hidden />
      </Button>
      <Button icon aria-label="Zoom timelines all the way out" disabled={!moved} onClick={reset}>
        <RotateCcw size={15} aria-hidden />
      </Button>
    </fieldset>
  );
}

export function resolutionText(minDays: number, byZoom: boolean): string {
  if (minDays === HIDE_ALL) return 'Reports are hidden';
  const place = byZoom ? ' at this zoom' : '';
  if (minDays === 0) return `All reports${place}`;
  return `Reports of ${plural(minDays, 'day')} or longer${place}`;
}
