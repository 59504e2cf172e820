// 'What changed': files and reports that changed since an order was delivered, and an order of only
// what changed.
import { orderOnlyChanged, readOrderChanges } from '@isobar/contract/calls/change-calls.ts';
import { plural } from '@isobar/contract/count.ts';
import {
  changesInWords,
  type FileChange,
  type OrderChanges,
  type ReportChange,
} from '@isobar/contract/orders/changes.ts';
import { formatBytes } from '@isobar/contract/size.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleHelp, FileX2, Flag, RefreshCw } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { ask } from '../../lib/ask.ts';
import { CallError } from '../../lib/call.ts';
import { useConfig } from '../../lib/config.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { FailurePanel } from '../../ui/panels.tsx';
import { Skeleton } from '../../ui/progress.tsx';
import { toast } from '../../ui/toast.tsx';
import { DifferenceFold } from './difference-fold.tsx';
import { calmWords, extentWords, FILE_WORDS, fileWords } from './words.ts';

const Placed = lazyPart(
  'The order confirmation',
  () => import('../checkout/placed.tsx').then((module) => module.Placed),
  { failure: 'over', onDismiss: ({ onClose }) => onClose() },
);

const changesKey = (orderId: number) => ['order-changes', orderId] as const;

export function ChangesPanel({ orderId }: { readonly orderId: number }) {
  const config = useConfig();
  const { data, error, isError, isFetching, refetch } = useQuery({
    queryKey: changesKey(orderId),
    queryFn: ({ signal }) =>
      ask(config, readOrderChanges, { params: { orderId }, query: {}, signal }),
    retry: (count, failure) => !isUnknown(failure) && count < 2,
  });
  if (data) return <Changes changes={data} />;
  if (!isError) return <Skeleton className="h-16 w-full" />;
  if (isUnknown(error))
    return <p className="text-ink-2">This order has no delivery that could be compared.</p>;
  return (
    <FailurePanel
      what="What changed could not be loaded."
      why={error instanceof CallError ? error.message : undefined}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  );
}

const isUnknown = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'not-found';

function Changes({ changes }: { readonly changes: OrderChanges }) {
  const { orderId, files, reports, filesLeftOut, delivered, checked } = changes;
  if (!changes.known) return <NotKnown delivered={delivered} />;
  const calm = calmWords(changes);
  return (
    <section aria-label={`What changed since order ${orderId}`} className="grid gap-4">
      <p className="flex items-start gap-2" role="status">
        {calm === null ? (
          <CircleAlert size={18} aria-hidden className="mt-0.5 shrink-0 text-warn" />
        ) : (
          <CircleCheck size={18} aria-hidden className="mt-0.5 shrink-0 text-good" />
        )}
        <span>
          <span className="font-strong">{calm ?? `${changesInWords(changes.counts)}.`}</span>{' '}
          <span className="text-ink-2">
            Delivered {delivered.slice(0, 10)}
            {checked && `, compared with the archive ${checked.slice(0, 16).replace('T', ' ')} UTC`}
            .
          </span>
        </span>
      </p>
      {files.length > 0 && (
        <Files files={files} leftOut={filesLeftOut} delivered={delivered} orderId={orderId} />
      )}
      {reports.length > 0 && <Reports reports={reports} />}
      <OnlyChanged changes={changes} />
    </section>
  );
}

/** Silence would read as 'nothing has changed'. */
function NotKnown({ delivered }: Pick<OrderChanges, 'delivered'>) {
  return (
    <p className="flex items-start gap-2" role="status">
      <CircleHelp size={18} aria-hidden className="mt-0.5 shrink-0 text-ink-2" />
      <span>
        <span className="font-strong">Not known.</span>{' '}
        <span className="text-ink-2">
          No record is available with which this delivery of {delivered.slice(0, 10)} can be
          compared.{' '}
          <a className="link" href="#/verify">
            Compare its files or its recipe with the archive
          </a>
          , or order the same data again to learn of changes from now on.
        </span>
      </span>
    </p>
  );
}

const AT_FIRST = 10;

function Files(props: {
  readonly files: readonly FileChange[];
  readonly leftOut: number;
  readonly delivered: string;
  readonly orderId: number;
}) {
  const { files, leftOut, delivered, orderId } = props;
  const [most, setMost] = useState(AT_FIRST);
  return (
    <div className="grid gap-1.5">
      <h4 className="font-strong">Files</h4>
      <ul className="grid gap-0">
        {files.slice(0, most).map((change) => (
          <Line key={`${change.datastream}/${change.file}`} icon={FILE_ICONS[change.kind]}>
            <span className="font-strong">{FILE_WORDS[change.kind]}</span>{' '}
            <span className="font-mono text-sm break-all">{change.file}</span>
            <span className="block text-sm text-ink-2">
              {fileWords(change)}
              {change.noticed && ` Detected ${change.noticed}.`}
              {change.delivered.length > 0 &&
                change.delivered.some((name) => name !== change.file) &&
                ` In your delivery: ${change.delivered.join(', ')}.`}
            </span>
            {change.kind === 'replaced' && (
              <DifferenceFold
                datastream={change.datastream}
                file={change.file}
                had={{ version: change.before, since: delivered }}
              />
            )}
          </Line>
        ))}
      </ul>
      {files.length > most && (
        <Button small className="justify-self-start" onClick={() => setMost(most * 5)}>
          Show more of {plural(files.length, 'file')}
        </Button>
      )}
      {leftOut > 0 && files.length <= most && (
        <p className="text-sm text-ink-2">And {plural(leftOut, 'file')} more.</p>
      )}
      {files.some(({ kind }) => kind === 'replaced') && (
        <p className="text-sm">
          <a className="link" href={`#/difference/${orderId}`}>
            How the whole order differs
          </a>
        </p>
      )}
    </div>
  );
}

const FILE_ICONS = { replaced: RefreshCw, grown: RefreshCw, withdrawn: FileX2 } as const;

function Reports({ reports }: { readonly reports: readonly ReportChange[] }) {
  const [most, setMost] = useState(AT_FIRST);
  return (
    <div className="grid gap-1.5">
      <h4 className="font-strong">Quality reports</h4>
      <ul className="grid gap-0">
        {reports.slice(0, most).map((change) => (
          <Line key={JSON.stringify(change)} icon={change.harmless ? CircleCheck : Flag}>
            <a className="link" href={`#/report/${encodeURIComponent(change.report)}`}>
              {change.report}
            </a>{' '}
            <span className="font-strong">
              {change.kind === 'unreported' ? 'No longer in force' : change.className}
            </span>
            {change.subject && <span>: {change.subject}</span>}
            <span className="block text-sm text-ink-2">
              <span className="font-mono">{change.datastream}</span>,{' '}
              {change.variables.length === 0 ? 'all variables' : change.variables.join(', ')}:{' '}
              {extentWords(change)}.
            </span>
            <span className="block text-sm text-ink-2">
              {change.kind === 'reported' && change.harmless
                ? 'No effect: your order already masked these values.'
                : timesOf(change)}
            </span>
          </Line>
        ))}
      </ul>
      {reports.length > most && (
        <Button small className="justify-self-start" onClick={() => setMost(most * 5)}>
          Show more of {plural(reports.length, 'entry', 'entries')}
        </Button>
      )}
    </div>
  );
}

const TIMES_SHOWN = 3;

function timesOf({ spans }: ReportChange): string {
  const told = spans
    .slice(0, TIMES_SHOWN)
    .map(({ start, end }) => `${short(start)} to ${short(end)}`)
    .join('; ');
  return `${told}${spans.length > TIMES_SHOWN ? ' and further times' : ''} UTC`;
}

const short = (instant: string): string => instant.slice(0, 16).replace('T', ' ');

function Line(props: { readonly icon: typeof Flag; readonly children: ReactNode }) {
  const Icon = props.icon;
  return (
    <li className="flex items-start gap-2.5 border-b border-rule py-2">
      <Icon size={16} aria-hidden className="mt-1 shrink-0 text-ink-2" />
      <div className="min-w-0">{props.children}</div>
    </li>
  );
}

function OnlyChanged({ changes }: { readonly changes: OrderChanges }) {
  const { orderId, onlyChanged } = changes;
  const config = useConfig();
  const client = useQueryClient();
  const [placing, setPlacing] = useState(false);
  const place = useMutation({
    mutationFn: () => ask(config, orderOnlyChanged, { query: { orderId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['order-history'] }),
    onError: (error) => {
      setPlacing(false);
      const text = error instanceof CallError ? { text: error.message } : {};
      toast({ title: 'The order could not be placed.', kind: 'problem', ...text });
    },
  });
  if (!onlyChanged) return null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        look="primary"
        busy={place.isPending}
        onClick={() => {
          setPlacing(true);
          place.mutate();
        }}
      >
        Order only what changed
      </Button>
      <span className="text-sm text-ink-2">
        {plural(onlyChanged.files, 'file')} of the archive, {formatBytes(onlyChanged.bytes)}, by the
        same recipe. Its README lists old and new names with both checksums.
      </span>
      {placing && (
        <Suspense>
          <Placed order={place.data} staged={false} onClose={() => setPlacing(false)} />
        </Suspense>
      )}
    </div>
  );
}
