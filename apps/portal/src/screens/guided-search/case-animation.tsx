// The frames of a case, stepped manually or played. Playing never begins by itself.
import {
  ChevronFirst,
  ChevronLast,
  ChevronLeft,
  ChevronRight,
  Minus,
  Pause,
  Play,
  Plus,
} from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { LEAST_INTERVAL_MS, MOST_INTERVAL_MS, usePlayback } from './playback.ts';

export function CaseAnimation({
  frames,
  label,
}: {
  readonly frames: readonly string[];
  readonly label: string;
}) {
  const [{ at, playing, interval }, act] = usePlayback(frames.length);
  const last = frames.length - 1;
  const show = (next: number): void => act({ act: 'show', at: next });
  return (
    <section
      aria-label="Animation"
      className="grid items-end gap-x-6 gap-y-2 sm:grid-cols-[18rem_minmax(0,1fr)]"
    >
      <img
        src={frames[at]}
        alt={`${label}, frame ${at + 1} of ${frames.length}`}
        className="mx-auto block max-h-[24rem] w-full max-w-[24rem] bg-sunk object-contain"
      />
      <div className="grid gap-2">
        <label className="grid gap-0.5 text-sm text-ink-2">
          Frame {at + 1} of {frames.length}
          <input
            type="range"
            aria-label="Frame"
            min={1}
            max={frames.length}
            value={at + 1}
            onChange={(event) => show(Number(event.target.value) - 1)}
          />
        </label>
        <div className="flex flex-wrap items-center justify-center gap-1">
          <Button icon aria-label="First" disabled={at === 0} onClick={() => show(0)}>
            <ChevronFirst size={17} aria-hidden />
          </Button>
          <Button icon aria-label="Previous" disabled={at === 0} onClick={() => show(at - 1)}>
            <ChevronLeft size={17} aria-hidden />
          </Button>
          <Button
            icon
            look="primary"
            aria-label={playing ? 'Pause' : 'Play'}
            onClick={() => act({ act: playing ? 'pause' : 'play' })}
          >
            {playing ? <Pause size={17} aria-hidden /> : <Play size={17} aria-hidden />}
          </Button>
          <Button
            icon
            aria-label="Slower"
            disabled={interval >= MOST_INTERVAL_MS}
            onClick={() => act({ act: 'slower' })}
          >
            <Minus size={17} aria-hidden />
          </Button>
          <Button
            icon
            aria-label="Faster"
            disabled={interval <= LEAST_INTERVAL_MS}
            onClick={() => act({ act: 'faster' })}
          >
            <Plus size={17} aria-hidden />
          </Button>
          <Button icon aria-label="Next" disabled={at === last} onClick={() => show(at + 1)}>
            <ChevronRight size={17} aria-hidden />
          </Button>
          <Button icon aria-label="Last" disabled={at === last} onClick={() => show(last)}>
            <ChevronLast size={17} aria-hidden />
          </Button>
          <span className="ml-2 text-sm text-ink-2" role="status">
            {interval} ms a frame
          </span>
        </div>
      </div>
    </section>
  );
}
