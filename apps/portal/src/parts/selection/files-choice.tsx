// All files of the chosen dates, or only those that are picked from the list (specification part 2
// section 2).

import { plural } from '@isobar/contract/count.ts';
import { totalBytes } from '@isobar/contract/orders/check.ts';
import type { Selection } from '@isobar/contract/orders/selection.ts';
import { formatBytes } from '@isobar/contract/size.ts';
import { Suspense } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useExtracting } from './extracting.ts';

const FileTable = lazyPart('The list of files', () =>
  import('./file-table.tsx').then((module) => module.FileTable),
);

export function FilesChoice(props: {
  readonly selection: Selection;
  readonly onChange: (files: Selection['files']) => void;
}) {
  const { selection, onChange } = props;
  const specific = useExtracting(({ filesOf }) => filesOf.includes(selection.datastream));
  const setSpecific = useExtracting((state) => state.setFiles);
  const chosen = specific || selection.files.length > 0;
  const bytes = totalBytes(selection.files.map((file) => ({ bytes: file.filesize })));
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Segmented
          small
          label={`Files of ${selection.datastream}`}
          value={chosen ? 'some' : 'all'}
          onChange={(value) => {
            setSpecific(selection.datastream, value === 'some');
            if (value === 'all') onChange([]);
          }}
          segments={[
            { value: 'all', label: 'Order all Files' },
            { value: 'some', label: 'Order Specific Files' },
          ]}
        />
        {chosen && (
          <span aria-live="polite" className="text-sm text-ink-2">
            {selection.files.length === 0
              ? 'None chosen yet'
              : `${plural(selection.files.length, 'file')} chosen, ${formatBytes(bytes)}`}
          </span>
        )}
      </div>
      {chosen && (
        <Suspense fallback={<Spinner size={18} label="Loading the files…" />}>
          <FileTable
            listing={{
              datastream: selection.datastream,
              dates: selection.dates,
              scanNames: selection.scanNames,
            }}
            chosen={selection.files}
            onChange={onChange}
          />
        </Suspense>
      )}
    </div>
  );
}
