// Which tours there are; those that were taken carry a tick.
import { Check } from 'lucide-react';
import { Menu } from '../../ui/menu.tsx';
import { TourMark } from './tour-mark.tsx';
import { TOURS, type TourName, tookTour } from './tour-steps.ts';

const NAMES = Object.keys(TOURS) as readonly TourName[]; // the keys of the table

export function TourMenu({ onStart }: { readonly onStart: (name: TourName) => void }) {
  return (
    <Menu
      pressed
      align="end"
      triggerClass="btn !min-h-[46px]"
      trigger={<TourMark />}
      entries={NAMES.map((name) => ({
        key: name,
        label: TOURS[name].label,
        ...(tookTour(document.cookie, name)
          ? { icon: <Check size={15} aria-label="Taken" /> }
          : {}),
        onSelect: () => onStart(name),
      }))}
    />
  );
}
