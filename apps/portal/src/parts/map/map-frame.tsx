// The live map in its frame: zoom buttons, what lies under the pointer, the cross of the keyboard,
// a failure in words.
import './map.css';
import { Minus, Plus } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTheme } from '../../lib/theme.ts';
import { Button } from '../../ui/button.tsx';
import { prefersCalm } from '../../ui/use-media.ts';
import { LiveMap, type MapEvents, type Under } from './live-map.ts';
import type { Tiles, View } from './map-numbers.ts';
import type { MapScene } from './map-scene.ts';

export type MapFrameProps = {
  readonly scene: MapScene;
  readonly tiles: Tiles | null;
  /** The view with which the map opens. */
  readonly view: View;
  readonly markerSize: number;
  readonly clusterSize: number;
  readonly tooltipWidth: number;
  readonly label: string;
  /** The cross in the middle: where a corner set by keyboard will stand. */
  readonly cross: boolean;
  readonly onPick: MapEvents['onPick'];
  readonly onMoved: MapEvents['onMoved'];
  readonly onFailure: MapEvents['onFailure'];
  readonly onTilesMissing?: MapEvents['onTilesMissing'];
  /** Called with the map once it draws, and with null when it is gone. */
  readonly onMap: (map: LiveMap | null) => void;
  /** What lies over the map: legend, panel. */
  readonly children?: ReactNode;
};

export function MapFrame(props: MapFrameProps) {
  const host = useRef<HTMLDivElement>(null);
  const now = useRef(props);
  now.current = props;
  const [map, setMap] = useState<LiveMap | null>(null);
  const [under, setUnder] = useState<Under | null>(null);
  const [theme] = useTheme();
  const { scene, label, tiles } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme of the start; later ones are handed on below
  useEffect(() => {
    if (!host.current) return;
    const { view, markerSize, clusterSize } = now.current;
    const made = new LiveMap(
      host.current,
      { theme, tiles, view, markerSize, clusterSize, calm: prefersCalm(), label },
      {
        onReady: () => {
          setMap(made);
          now.current.onMap(made);
        },
        onPick: (codes) => now.current.onPick(codes),
        onMoved: (next) => now.current.onMoved(next),
        onFailure: (error) => now.current.onFailure(error),
        onTilesMissing: (of) => now.current.onTilesMissing?.(of),
        onUnder: setUnder,
      },
    );
    return () => {
      setMap(null);
      now.current.onMap(null);
      made.remove();
    };
  }, [tiles, label]);
  useEffect(() => map?.show(scene), [map, scene]);
  useEffect(() => map?.wearTheme(theme), [map, theme]);
  return (
    <div className="place-map">
      <div ref={host} className="place-map-canvas" />
      <div className="place-map-zoom">
        <Button icon aria-label="Zoom in" onClick={() => map?.zoomBy(1)}>
          <Plus size={16} aria-hidden />
        </Button>
        <Button icon aria-label="Zoom out" onClick={() => map?.zoomBy(-1)}>
          <Minus size={16} aria-hidden />
        </Button>
      </div>
      {props.cross && <span aria-hidden className="place-map-cross" />}
      {under && (
        <p
          role="tooltip"
          className="place-map-tip"
          style={{ left: under.x, top: under.y, maxWidth: props.tooltipWidth }}
        >
          {under.text}
        </p>
      )}
      {props.children}
    </div>
  );
}
