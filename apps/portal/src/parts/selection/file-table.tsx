// The files of a datastream to pick from: filtered by the server, drawn row by row as it scrolls.

import { formatCount, plural } from '@isobar/contract/count.ts';
import { formatBytes } from '@isobar/contract/size.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Check } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { CallError } from '../../lib/call.ts';
import { useConfig } from '../../lib/config.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FailurePanel } from '../../ui/panels.tsx';
import { toast } from '../../ui/toast.tsx';
import { fetchAllFiles, type ListedFile, useFileList } from './file-list.ts';
import type { FileListing } from './file-listing.ts';
import { FilterBar } from './filter-bar.tsx';

const ROW = 34;
const ROWS_IN_VIEW = 9;

export function FileTable(props: {
  readonly listing: Omit<FileListing, 'text'>;
  readonly chosen: readonly ListedFile[];
  readonly onChange: (files: readonly ListedFile[]) => void;
}) {
  const { chosen, onChange } = props;
  const [text, setText] = useState('');
  const filter = useDeferredValue(text);
  const listing = { ...props.listing, text: filter };
  const list = useFileList(listing);
  const files = useMemo(() => list.data?.pages.flatMap((page) => page.files) ?? [], [list.data]);
  const total = list.data?.pages[0]?.total ?? 0;
  const names = useMemo(() => new Set(chosen.map((file) => file.filename)), [chosen]);
  const selectAll = useSelectAll(listing, (all) => onChange(union(chosen, all)));
  const visible = useRef<readonly ListedFile[]>([]);
  const toggle = (file: ListedFile): void =>
    onChange(
      names.has(file.filename)
        ? chosen.filter((one) => one.filename !== file.filename)
        : [...chosen, file],
    );
  return (
    <div className="mt-2 overflow-hidden rounded-lg border border-rule">
      <FilterBar
        label="Filter files"
        placeholder="Filter by file name"
        text={text}
        onText={setText}
      >
        <Button small disabled={chosen.length === 0} onClick={() => onChange([])}>
          Clear Selected
        </Button>
        <Button
          small
          disabled={files.length === 0}
          onClick={() => onChange(union(chosen, visible.current))}
        >
          Select Visible
        </Button>
        <Button small disabled={total === 0} busy={selectAll.busy} onClick={selectAll.start}>
          Select All Files
        </Button>
      </FilterBar>
      {list.isError ? (
        <div className="p-3">
          <FailurePanel
            what="The files could not be listed."
            why={list.error instanceof CallError ? list.error.message : undefined}
            busy={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        </div>
      ) : !list.isPending && total === 0 ? (
        <p className="px-3 py-4 text-ink-2">
          {filter.trim() ? `No search found for "${filter}"` : 'No files available for selection.'}
        </p>
      ) : (
        <Rows
          files={files}
          total={list.isPending ? 8 : total}
          names={names}
          onToggle={toggle}
          onVisible={(shown) => {
            visible.current = shown;
          }}
          onEnd={() => {
            if (list.hasNextPage && !list.isFetching) void list.fetchNextPage();
          }}
        />
      )}
      <p aria-live="polite" className="border-t border-rule px-3 py-1.5 text-sm text-ink-2">
        {list.isPending
          ? 'Listing the files…'
          : `${plural(total, 'file')}${filter.trim() ? ` with “${filter.trim()}”` : ''}, ${formatCount(chosen.length)} chosen`}
      </p>
    </div>
  );
}

function Rows(props: {
  readonly files: readonly ListedFile[];
  readonly total: number;
  readonly names: ReadonlySet<string>;
  readonly onToggle: (file: ListedFile) => void;
  readonly onVisible: (files: readonly ListedFile[]) => void;
  readonly onEnd: () => void;
}) {
  const { files, total, names, onToggle, onVisible, onEnd } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW,
    overscan: 8,
    initialRect: { width: 600, height: ROW * ROWS_IN_VIEW },
  });
  const drawn = rows.getVirtualItems();
  const last = drawn.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= files.length - 1 && files.length < total) onEnd();
  }, [last, files.length, total, onEnd]);
  useEffect(() => {
    const offset = rows.scrollOffset ?? 0;
    const height = rows.scrollRect?.height ?? 0;
    onVisible(files.slice(Math.ceil(offset / ROW), Math.floor((offset + height) / ROW)));
  });
  const move = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.min(Math.max(0, active + step), total - 1);
    setActive(next);
    rows.scrollToIndex(next);
  };
  return (
    <div
      ref={frame}
      role="listbox"
      aria-label="Files"
      aria-multiselectable
      aria-activedescendant={rowId(active)}
      tabIndex={0}
      className="group overflow-y-auto overscroll-contain -outline-offset-2"
      style={{ height: Math.min(total, ROWS_IN_VIEW) * ROW }}
      onKeyDown={(event) => {
        const file = files[active];
        if ((event.key === ' ' || event.key === 'Enter') && file) {
          event.preventDefault();
          onToggle(file);
        } else move(event);
      }}
    >
      <div className="relative" style={{ height: rows.getTotalSize() }}>
        {drawn.map(({ index, start }) => {
          const file = files[index];
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys, as a listbox does
            // biome-ignore lint/a11y/useFocusableInteractive: see above
            <div
              key={index}
              id={rowId(index)}
              role="option"
              aria-selected={file !== undefined && names.has(file.filename)}
              aria-setsize={total}
              aria-posinset={index + 1}
              data-active={index === active || undefined}
              className="absolute inset-x-0 flex cursor-pointer items-center gap-3 px-3 -outline-offset-2 outline-accent group-focus-visible:data-active:outline-2 hover:bg-sunk aria-selected:bg-accent-soft"
              style={{ height: ROW, transform: `translateY(${start}px)` }}
              onClick={() => {
                setActive(index);
                if (file) onToggle(file);
              }}
            >
              <RowContent file={file} chosen={file !== undefined && names.has(file.filename)} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

function RowContent(props: { readonly file: ListedFile | undefined; readonly chosen: boolean }) {
  const { file, chosen } = props;
  if (!file) return <span className="skeleton h-3 w-2/3" />;
  return (
    <>
      <span
        aria-hidden
        className={classNames(
          'grid size-[17px] shrink-0 place-items-center rounded border-[1.5px]',
          chosen ? 'border-accent bg-accent text-accent-ink' : 'border-rule-2 bg-surface',
        )}
      >
        {chosen && <Check size={12} strokeWidth={3} />}
      </span>
      <span className="min-w-0 flex-1 truncate font-mono text-sm">{file.filename}</span>
      <span className="shrink-0 text-sm text-ink-2">{formatBytes(file.filesize)}</span>
    </>
  );
}

/** Fetches the names that are not loaded yet; at most as many as an order can hold. */
function useSelectAll(listing: FileListing, onAll: (files: readonly ListedFile[]) => void) {
  const config = useConfig();
  const [busy, setBusy] = useState(false);
  const leave = useRef<AbortController>(null);
  useEffect(() => () => leave.current?.abort(), []);
  const start = async (): Promise<void> => {
    const abort = new AbortController();
    leave.current = abort;
    setBusy(true);
    try {
      onAll(await fetchAllFiles(config, listing, config.maximumFiles, abort.signal));
    } catch (error) {
      if (!abort.signal.aborted) {
        const why = error instanceof CallError ? { text: error.message } : {};
        toast({ title: 'The files could not be listed.', kind: 'problem', ...why });
      }
    } finally {
      if (!abort.signal.aborted) setBusy(false);
    }
  };
  return { busy, start: () => void start() };
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: ROWS_IN_VIEW,
  PageUp: -ROWS_IN_VIEW,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

const rowId = (index: number): string => `file-row-${index}`;

function union(chosen: readonly ListedFile[], more: readonly ListedFile[]): readonly ListedFile[] {
  const names = new Set(chosen.map((file) => file.filename));
  return [...chosen, ...more.filter((file) => !names.has(file.filename))];
}
