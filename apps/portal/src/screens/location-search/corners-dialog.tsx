// Typing the corners of an area: with a keyboard, for exact borders, and where no map can be drawn.

import { type Corner, MOST_CORNERS } from '@isobar/contract/places/shape.ts';
import { Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { checkShape } from '../../lib/places/area.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

type Corners = {
  readonly area: readonly Corner[];
  readonly onArea: (corners: readonly Corner[]) => void;
};

export function CornersDialog(props: Corners & { readonly onClose: () => void }) {
  const { rows, add, change, remove, submit, problem } = useCorners(props);
  return (
    <Dialog
      open
      keepOpen
      onClose={props.onClose}
      title="Corners of the area"
      description="In degrees, in order around the area: north and east are positive, south and west negative. Across the date line, longitudes continue: from 170 to 190."
      footer={
        <>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button look="primary" onClick={submit}>
            Show the area
          </Button>
        </>
      }
    >
      <ol className="grid gap-2">
        {rows.map((row, i) => (
          <CornerLine
            key={row.key}
            row={row}
            nth={i + 1}
            onChange={(part) => change(row.key, part)}
            onEnter={submit}
            onRemove={rows.length > 3 ? () => remove(row.key) : null}
          />
        ))}
      </ol>
      <Button small className="mt-3" disabled={rows.length >= MOST_CORNERS} onClick={add}>
        <Plus size={14} aria-hidden />
        Add a corner
      </Button>
      <p role="alert" className="mt-3 min-h-[1.5em] text-danger">
        {problem}
      </p>
    </Dialog>
  );
}

type Row = { readonly key: number; readonly lat: string; readonly lon: string };

/** The corners as they are typed, at least three; those left empty are no corners of the area. */
function useCorners({ area, onArea }: Corners) {
  const next = useRef(0);
  const made = (lat = '', lon = ''): Row => ({ key: next.current++, lat, lon });
  const [rows, setRows] = useState<readonly Row[]>(() =>
    area.length > 0
      ? area.map(([lon, lat]) => made(String(lat), String(lon)))
      : [made(), made(), made()],
  );
  const [problem, setProblem] = useState('');
  const change = (key: number, part: Partial<Row>): void => {
    setProblem('');
    setRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  };
  const submit = (): void => {
    const filled = rows.filter(({ lat, lon }) => lat.trim() !== '' || lon.trim() !== '');
    const checked = checkShape(
      filled.map(({ lat, lon }): Corner => [numberOf(lon), numberOf(lat)]),
    );
    if ('problem' in checked) setProblem(checked.problem);
    else onArea(checked.corners);
  };
  return {
    rows,
    add: () => setRows([...rows, made()]),
    change,
    remove: (gone: number) => setRows(rows.filter(({ key }) => key !== gone)),
    submit,
    problem,
  };
}

function CornerLine(props: {
  readonly row: Row;
  readonly nth: number;
  readonly onChange: (part: Partial<Row>) => void;
  readonly onEnter: () => void;
  /** Null: it cannot be removed. */
  readonly onRemove: (() => void) | null;
}) {
  const { row, nth, onChange, onEnter, onRemove } = props;
  return (
    <li className="place-corner">
      <span className="text-ink-2">{nth}</span>
      {(['lat', 'lon'] as const).map((part) => (
        <input
          key={part}
          className="field w-full min-w-0 font-mono"
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          aria-label={`${part === 'lat' ? 'Latitude' : 'Longitude'} of corner ${nth}`}
          placeholder={part === 'lat' ? 'Latitude' : 'Longitude'}
          value={row[part]}
          onChange={(event) => onChange({ [part]: event.target.value })}
          onKeyDown={(event) => event.key === 'Enter' && onEnter()}
        />
      ))}
      <Button
        look="quiet"
        icon
        aria-label={`Remove corner ${nth}`}
        disabled={onRemove === null}
        onClick={() => onRemove?.()}
      >
        <Trash2 size={16} aria-hidden />
      </Button>
    </li>
  );
}

const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));
