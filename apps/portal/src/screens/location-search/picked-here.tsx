// Several facilities at one place: which of them is meant?

import { X } from 'lucide-react';
import type { Facility } from '../../lib/places/sites.ts';
import { Button } from '../../ui/button.tsx';

export function PickedHere(props: {
  readonly facilities: readonly Facility[];
  readonly onSelect: (code: string) => void;
  readonly onClose: () => void;
}) {
  return (
    <section
      aria-labelledby="place-picked"
      className="place-panel flex flex-col overflow-hidden border border-rule bg-surface"
    >
      <div className="flex items-center justify-between border-b border-rule px-4 py-2">
        <h2 id="place-picked" className="font-serif text-lg">
          {props.facilities.length} facilities are here
        </h2>
        <Button look="quiet" icon aria-label="Close the list" onClick={props.onClose}>
          <X size={18} aria-hidden />
        </Button>
      </div>
      <ul className="min-h-0 overflow-auto px-4 py-2">
        {props.facilities.map(({ facilityCode, facilityName }) => (
          <li key={facilityCode}>
            <button
              type="button"
              className="w-full py-1.5 text-left hover:bg-sunk"
              onClick={() => props.onSelect(facilityCode)}
            >
              <span className="font-mono text-sm text-accent">{facilityCode}</span> {facilityName}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
