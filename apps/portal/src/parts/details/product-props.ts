// What the details of a data product are shown for.
import type { OpenRecord, Search } from '@isobar/contract/search/filter.ts';
import type { ResultRow } from '../../lib/search/row.ts';

export type ProductProps = {
  readonly search: Search;
  readonly open: OpenRecord;
  readonly row: ResultRow;
  readonly moved: boolean;
  readonly onChange: (open: OpenRecord | null) => void;
  readonly onClose: () => void;
};
