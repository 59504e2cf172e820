// What the location search shows, and what users do there: choose a facility, draw or type an area,
// start again.

import type { Corner } from '@isobar/contract/places/shape.ts';
import { useRef, useState } from 'react';
import { checkShape, roundedCorner } from '../../lib/places/area.ts';
import { hasWebGl } from '../../parts/map/has-web-gl.ts';
import { toast } from '../../ui/toast.tsx';
import { usePlaceState } from './place-address.ts';
import { isDefaultState, resetState } from './place-state.ts';
import { useSeen } from './use-seen.ts';

export function usePlaceView() {
  const [state, go] = usePlaceState();
  const [drawing, setDrawing] = useState(false);
  const [typing, setTyping] = useState(false);
  const [moved, setMoved] = useState(false);
  const [resets, setResets] = useState(0);
  const [lit, setLit] = useState<ReadonlySet<string>>(new Set());
  const [failed, setFailed] = useState(false);
  const seen = useSeen(state);
  const drawButton = useRef<HTMLButtonElement>(null);
  /** The map can be drawn. */
  const live = hasWebGl() && !failed;
  const asList = state.list || !live;
  return {
    state,
    go,
    seen,
    drawing,
    drawButton,
    typing,
    setTyping,
    /** Counts up: the map returns to where it began. */
    resets,
    setMoved,
    lit,
    setLit,
    live,
    asList,
    isDefault: isDefaultState(state) && !moved && !drawing,
    /** '': none. */
    select(facility: string): void {
      setLit(new Set());
      const hidden = facility !== '' && !seen.rows.some((site) => holds(site, facility));
      go({ facility, ...(hidden ? { rows: 'all' } : {}) });
    },
    /** Takes the corners as the area of the search; false if they make no valid area. */
    takeArea(corners: readonly Corner[]): boolean {
      const checked = checkShape(corners.map(roundedCorner));
      if ('problem' in checked) {
        toast({ kind: 'problem', title: 'This area is not complete yet.', text: checked.problem });
        return false;
      }
      setDrawing(false);
      setTyping(false);
      go({ area: checked.corners, facility: '', rows: 'all' });
      drawButton.current?.focus();
      return true;
    },
    draw(): void {
      if (asList) setTyping(true);
      else setDrawing(!drawing);
    },
    stopDrawing(): void {
      setDrawing(false);
      drawButton.current?.focus();
    },
    reset(): void {
      setDrawing(false);
      setLit(new Set());
      setResets(resets + 1);
      go(resetState(state));
    },
    mapFailed(error: unknown): void {
      console.error('Location search, map:', error);
      setFailed(true);
    },
  };
}

export type PlaceView = ReturnType<typeof usePlaceView>;

const holds = (
  site: { readonly facilities: readonly { readonly facilityCode: string }[] },
  code: string,
) => site.facilities.some(({ facilityCode }) => facilityCode === code);
