// The buttons of the timelines: which reports show, zoom, move, back to all.
import { plural } from '@isobar/contract/count.ts';
import { HIDE_ALL } from '@isobar/contract/quality/timeline.ts';
import { ChevronLeft, ChevronRight, Minus, Plus, RotateCcw } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { formatHourDay } from './hours.ts';
import { minDaysOf, useTimeline } from './view.tsx';

/** `small`: no higher than a line of text, for bars above a list. */
export function ZoomBar({ small = false }: { readonly small?: boolean }) {
  const minDays = useTimeline(minDaysOf);
  const byZoom = useTimeline((view) => view.options.byZoom);
  const zoom = useTimeline((view) => view.zoom);
  const pan = useTimeline((view) => view.pan);
  const reset = useTimeline((view) => view.reset);
  const moved = useTimeline(({ full, window }) => full[0] !== window[0] || full[1] !== window[1]);
  const zoomed = useTimeline(({ full, window }) =>
    full[0] === window[0] && full[1] === window[1]
      ? ''
      : `${formatHourDay(window[0])} to ${formatHourDay(window[1])}`,
  );
  return (
    <fieldset
      className={`flex min-w-0 items-center gap-1 ${small ? 'flex-1 justify-end max-md:[&>button]:!px-[6px]' : ''}`}
    >
      <legend className="sr-only">Timeline zoom</legend>
      <span className="sr-only">{resolutionText(minDays, byZoom)}</span>
      {zoomed && <Zoomed small={small}>{zoomed}</Zoomed>}
      <Button
        icon
        small={small}
        look="soft"
        aria-label="Earlier"
        disabled={!moved}
        onClick={() => pan(-0.3)}
      >
        <ChevronLeft size={16} aria-hidden />
      </Button>
      <Button
        icon
        small={small}
        look="soft"
        aria-label="Later"
        disabled={!moved}
        onClick={() => pan(0.3)}
      >
        <ChevronRight size={16} aria-hidden />
      </Button>
      <Button
        icon
        small={small}
        aria-label="Zoom timelines out"
        disabled={!moved}
        onClick={() => zoom(1.6)}
      >
        <Minus size={16} aria-hidden />
      </Button>
      <Button icon small={small} aria-label="Zoom timelines in" onClick={() => zoom(0.625)}>
        <Plus size={16} aria-hidden />
      </Button>
      <Button
        icon
        small={small}
        aria-label="Zoom timelines all the way out"
        disabled={!moved}
        onClick={reset}
      >
        <RotateCcw size={15} aria-hidden />
      </Button>
    </fieldset>
  );
}

/**
 * The days of the window. In a bar above a list they are seen only where they fit beside the rest:
 * a second line of the wrapper is hidden.
 */
const Zoomed = (props: { readonly small: boolean; readonly children: string }) => (
  <span
    className={`text-sm whitespace-nowrap text-ink-2 max-xl:sr-only ${props.small ? 'flex h-5 flex-1 flex-wrap justify-end overflow-hidden' : 'mr-2'}`}
    style={props.small ? { width: 0 } : undefined}
  >
    {props.small && <span className="h-5" />}
    <span className="mr-2">
      <span className={props.small ? 'sr-only' : ''}>Zoomed: </span>
      {props.children}
    </span>
  </span>
);

export function resolutionText(minDays: number, byZoom: boolean): string {
  if (minDays === HIDE_ALL) return 'Reports are hidden';
  const place = byZoom ? ' at this zoom' : '';
  if (minDays === 0) return `All reports${place}`;
  return `Reports of ${plural(minDays, 'day')} or longer${place}`;
}
