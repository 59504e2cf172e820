// What to do while an area is drawn, by pointer, touch or keyboard, and how to end it.
import { plural } from '@isobar/contract/count.ts';
import { Button } from '../../ui/button.tsx';

export function DrawingBar(props: {
  readonly corners: number;
  readonly onFinish: () => void;
  readonly onTyping: () => void;
  readonly onCancel: () => void;
}) {
  return (
    <section
      aria-label="Drawing an area"
      className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-rule bg-surface px-4 py-2.5 text-sm"
    >
      <p className="min-w-0 flex-1 basis-80 text-ink-2">
        Click or tap each corner, then the first one again. By keyboard: arrow keys move the map,
        Enter sets a corner at the cross, Backspace removes it, F finishes, Escape cancels.
      </p>
      <p role="status" className="whitespace-nowrap">
        {plural(props.corners, 'corner')}
      </p>
      <span className="flex flex-wrap gap-2">
        <Button small look="primary" disabled={props.corners < 3} onClick={props.onFinish}>
          Finish
        </Button>
        <Button small onClick={props.onTyping}>
          Type the corners
        </Button>
        <Button small onClick={props.onCancel}>
          Stop drawing
        </Button>
      </span>
    </section>
  );
}
