// The values of a facet group as a list: twenty at first, more on scrolling, children under their
// parent.

import { formatCount, plural } from '@isobar/contract/count.ts';
import { type FacetGroup, siteTypeLabel } from '@isobar/contract/search/facets.ts';
import { ChevronRight } from 'lucide-react';
import { type UIEvent, useState } from 'react';
import { useConfig } from '../../lib/config.ts';
import { type Facet, parseFacetValue } from '../../lib/search/read-facets.ts';
import { shownCode } from '../../lib/shown-code.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { type Pending, tickOf, toggle } from './facet-selection.ts';

/** Entries at a time, and how near to the end more are loaded, in pixels (part 1 section 4). */
export const STEP = 20;
const NEAR_END_PX = 500;

type ListProps = {
  readonly group: FacetGroup;
  readonly pending: Pending;
  readonly onChange: (pending: Pending) => void;
};

export function FacetValues(
  props: ListProps & { readonly facets: readonly Facet[]; readonly text: string },
) {
  const { facets, text, group } = props;
  const [shown, setShown] = useState(STEP);
  const found = appliedFirst(text === '' ? facets : facets.filter((facet) => matches(facet, text)));
  const most = Math.max(1, ...facets.map((facet) => facet.count));
  const onScroll = (event: UIEvent<HTMLElement>): void => {
    const { scrollTop, scrollHeight, clientHeight } = event.currentTarget;
    if (scrollHeight - scrollTop - clientHeight < NEAR_END_PX && shown < found.length) {
      setShown(shown + STEP);
    }
  };
  if (found.length === 0) {
    return (
      <p className="px-1 text-sm text-ink-2">
        {text === '' ? `No ${group.label.toLowerCase()} in these results.` : 'Nothing matches.'}
      </p>
    );
  }
  return (
    <ul
      className="max-h-[22rem] overflow-y-auto overscroll-contain p-px"
      onScroll={onScroll}
      aria-label={`${group.label}, ${plural(found.length, 'value')}`}
    >
      {found.slice(0, shown).map((facet) => (
        <Value {...props} key={facet.value} facet={facet} level={0} parent={null} most={most} />
      ))}
    </ul>
  );
}

/** Puts the values that are part of the search at the top of a long list. */
function appliedFirst(facets: readonly Facet[]): readonly Facet[] {
  if (facets.length <= STEP) return facets;
  const applied = (facet: Facet): boolean => facet.selectedValue || facet.expanded;
  return [...facets.filter(applied), ...facets.filter((facet) => !applied(facet))];
}

type ValueProps = ListProps & {
  readonly facet: Facet;
  readonly level: number;
  readonly parent: Facet | null;
  readonly most: number;
};

function Value(props: ValueProps) {
  const { facet, level, group, pending, onChange, parent, most } = props;
  const { archiveName } = useConfig();
  const heading = group.levels[level]?.filter === null;
  const [choice, setChoice] = useState<boolean | null>(null);
  const open = choice ?? (facet.expanded || heading);
  const tick = tickOf(facet, level, group, pending);
  const label = labelOf(facet, level, group, archiveName);
  const empty = facet.count === 0 && tick === 'off';
  return (
    <li>
      <div className="flex items-center gap-1" style={{ paddingLeft: level * 22 }}>
        <Checkbox
          className="min-h-[30px] min-w-0 flex-1 rounded-md px-1 text-sm hover:bg-sunk [&>span]:min-w-0 [&>span]:flex-1"
          checked={tick === 'on'}
          indeterminate={tick === 'some'}
          disabled={empty}
          onChange={() => onChange(toggle(facet, level, group, pending, parent))}
        >
          <span className="relative flex items-baseline gap-2 py-1">
            <span
              className={`min-w-0 flex-1 leading-[1.2] [overflow-wrap:anywhere] ${heading ? 'font-strong' : ''}`}
            >
              {label}
            </span>
            <span className="text-sm text-ink-2">{formatCount(facet.count)}</span>
            <span
              aria-hidden
              className="absolute bottom-0 left-0 h-[2px] rounded-full bg-rule-2 opacity-60"
              style={{
                width: `${facet.count === 0 ? 0 : Math.max(2, (facet.count / most) * 84)}%`,
              }}
            />
          </span>
        </Checkbox>
        {facet.children.length > 0 && (
          <button
            type="button"
            className="group grid size-7 shrink-0 place-items-center rounded text-ink-2 hover:bg-sunk"
            aria-expanded={open}
            aria-label={`${open ? 'Hide' : 'Show'} the values of ${label}`}
            onClick={() => setChoice(!open)}
          >
            <ChevronRight
              size={14}
              aria-hidden
              className="transition-transform group-aria-expanded:rotate-90"
            />
          </button>
        )}
      </div>
      {open && facet.children.length > 0 && (
        <ul aria-label={label}>
          {facet.children.map((child) => (
            <Value {...props} key={child.value} facet={child} level={level + 1} parent={facet} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** The codes of sites and facilities come before their names, since researchers use the codes. */
function labelOf(facet: Facet, level: number, group: FacetGroup, archiveName: string): string {
  const { codes, label } = parseFacetValue(facet.value);
  const [code = ''] = codes;
  const field = group.levels[level]?.field;
  if (field === 'site_type') return siteTypeLabel(code, archiveName);
  if (field === 'site_code') {
    const shown = shownCode(code);
    return shown === '' || shown === label.toUpperCase() ? label || shown : `${shown} · ${label}`;
  }
  // 'mast.M1', but none of the long codes that were made from names.
  if (field === 'ffac' || field === 'dataLevel')
    return label === code || code.length > 12 ? label : `${code} · ${label}`;
  return label;
}

function matches(facet: Facet, text: string): boolean {
  const needle = text.trim().toLowerCase();
  return (
    facet.value.toLowerCase().includes(needle) ||
    facet.children.some((child) => matches(child, text))
  );
}
