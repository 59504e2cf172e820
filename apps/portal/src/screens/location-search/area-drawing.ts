// An area while it is drawn on the map: its corners so far, by pointer or keyboard, and the keys
// that set them.
import type { Corner } from '@isobar/contract/places/shape.ts';
import { useEffect, useRef, useState } from 'react';
import type { AreaDrawing } from '../../parts/map/draw-area.ts';
import type { LiveMap } from '../../parts/map/live-map.ts';

export type Draft = {
  readonly count: number;
  /** Those set by keyboard; the map draws the pointer's own. */
  readonly typed: readonly Corner[];
};

const NO_DRAFT: Draft = { count: 0, typed: [] };

type Drawing = {
  readonly drawing: boolean;
  /** False: what was drawn is no area. */
  readonly onArea: (corners: readonly Corner[]) => boolean;
};

/** Drawing begins and ends with the button; what is drawn comes back as an area. */
export function useAreaDrawing(map: LiveMap | null, props: Drawing) {
  const [draft, setDraft] = useState<Draft>(NO_DRAFT);
  const pen = useRef<AreaDrawing | null>(null);
  const now = useRef(props);
  now.current = props;
  const { drawing } = props;
  useEffect(() => {
    if (!map || !drawing) return;
    const start = (): void => {
      pen.current = map.startDrawing({
        // The pointer reports every move, which is of no interest as long as no corner was set.
        onCorners: (corners, by) =>
          setDraft((before) =>
            by === 'pointer' && before.typed.length === 0 && before.count === corners.length
              ? before
              : { count: corners.length, typed: by === 'keyboard' ? corners : NO_DRAFT.typed },
          ),
        onDone: (corners) => {
          if (now.current.onArea(corners)) return;
          setDraft(NO_DRAFT);
          start(); // starts over: what was drawn is no area
        },
      });
    };
    start();
    map.canvas.focus();
    return () => {
      map.stopDrawing();
      pen.current = null;
      setDraft(NO_DRAFT);
    };
  }, [map, drawing]);
  return { draft, pen };
}

type Key = { readonly key: string; readonly target: EventTarget; preventDefault(): void };

export function onDrawingKey(event: Key, pen: AreaDrawing | null, cancel: () => void): void {
  if (event.key === 'Escape') cancel();
  if (!pen || !(event.target instanceof HTMLCanvasElement)) return;
  if (event.key === 'Enter' || event.key === ' ') pen.addAtCentre();
  else if (event.key === 'Backspace') pen.takeBack();
  else if (event.key.toLowerCase() === 'f') pen.finish();
  else return;
  event.preventDefault();
}
