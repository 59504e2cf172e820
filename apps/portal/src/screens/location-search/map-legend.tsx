// What the marks of the map mean.

import { useConfig } from '../../lib/config.ts';
import { markLabel, markOf } from '../../lib/places/sites.ts';
import { useTheme } from '../../lib/theme.ts';
import { MARK_KINDS, markPicture } from '../../parts/map/marks.ts';

/** `types`: the site types on the map; the three usual kinds are always listed. */
export function MapLegend(props: {
  readonly types: ReadonlySet<string>;
  readonly tracks: boolean;
  /** Whether it is one line below the map. */
  readonly flat?: boolean;
}) {
  const { archiveName } = useConfig();
  const [theme] = useTheme();
  const hasOthers = [...props.types].some((type) => markOf(type) === 'other');
  return (
    <ul aria-label="Legend" className={props.flat ? 'place-legend-flat' : 'place-legend'}>
      {MARK_KINDS.filter((kind) => kind !== 'other' || hasOthers).map((kind) => (
        <li key={kind} className="flex items-center gap-1">
          <img src={markPicture(kind, theme)} width={18} height={18} alt="" />
          {markLabel(kind, archiveName)}
        </li>
      ))}
      <li className="flex items-center gap-1">
        <span aria-hidden className="place-legend-ring" />
        Several facilities
      </li>
      {props.tracks && (
        <li className="flex items-center gap-1">
          <span aria-hidden className="place-legend-track" />
          Track of a moving facility
        </li>
      )}
    </ul>
  );
}
