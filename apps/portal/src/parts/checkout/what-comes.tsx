// 'What you will get': files, size and time of the order as it is chosen now.
import { plural } from '@isobar/contract/count.ts';
import { formatBytes } from '@isobar/contract/size.ts';
import type { Metrics } from '../cart/metrics.ts';
import { durationInWords } from './duration.ts';
import type { Estimated } from './estimate-query.ts';

export function WhatComes(props: {
  readonly estimated: Estimated;
  /** The source files that the order reads; null while they are counted, and when they cannot be counted. */
  readonly sources: Metrics | null;
  /** Some source files could not be counted; the dialog offers another try above this part. */
  readonly failed: boolean;
  /** An owner of the data has to agree first. */
  readonly waits: boolean;
}) {
  const { estimated, sources, waits } = props;
  const { estimate, stale } = estimated;
  if (!sources)
    return (
      <p aria-live="polite">
        {props.failed ? 'The size of the delivery is not known.' : 'Counting files…'}
      </p>
    );
  const read = `${plural(sources.fileCount, 'source file')}, ${formatBytes(sources.bytes)}`;
  if (!estimate)
    return (
      <p aria-live="polite">
        {read}
        {estimate === null && (
          <span className="block text-ink-2">The size of the delivery cannot be estimated.</span>
        )}
      </p>
    );
  return (
    <div aria-live="polite" aria-busy={stale} className={stale ? 'italic' : ''}>
      <p>
        <span className="font-strong">
          About {plural(estimate.files, 'file')}, {formatBytes(estimate.bytes)}
        </span>
        , ready {waits ? 'once the data owner has agreed, then ' : ''}in about{' '}
        {durationInWords(estimate.seconds)}
      </p>
      <p className="text-sm text-ink-2">
        {read} are read for it.
        {estimate.ahead > 0 &&
          ` ${plural(estimate.ahead, 'order')} ${estimate.ahead === 1 ? 'stands' : 'stand'} before it.`}
      </p>
    </div>
  );
}
