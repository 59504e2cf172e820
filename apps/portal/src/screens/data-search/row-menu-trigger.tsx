// The trigger of a row's menu, the same before and after the menu is loaded.
import type { Search } from '@isobar/contract/search/filter.ts';
import { ChevronDown } from 'lucide-react';
import type { ResultRow } from '../../lib/search/row.ts';
import type { Go } from './search-address.ts';

export type RowMenuProps = { readonly row: ResultRow; readonly search: Search; readonly go: Go };

export const MENU_TRIGGER_CLASS = 'btn btn-soft';
export const menuLabel = (row: ResultRow): string =>
  `View Details & Get Data: ${row.instrumentName || row.name}${row.ffac ? `, ${row.ffac}` : ''}`;

export const MenuTriggerContent = () => (
  <>
    Get data
    <ChevronDown size={15} aria-hidden className="max-md:hidden" />
  </>
);
