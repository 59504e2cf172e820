// The details of a record: finds it by its id and shows what it is.
import type { OpenRecord, Search } from '@isobar/contract/search/filter.ts';
import { Dialog } from '../../ui/dialog.tsx';

export function Details(props: {
  readonly search: Search;
  readonly open: OpenRecord;
  readonly onChange: (open: OpenRecord | null) => void;
}) {
  return (
    <Dialog open onClose={() => props.onChange(null)} title="Details">
      <p>{props.open.id}</p>
    </Dialog>
  );
}
