// 'What you will get': files, size, time and kept samples of the order as it is chosen now.
import { formatCount, formatShare, plural } from '@isobar/contract/count.ts';
import type { DataQuality } from '@isobar/contract/quality/data-quality.ts';
import { formatBytes } from '@isobar/contract/size.ts';
import { classNames } from '../../ui/class-names.ts';
import type { Metrics } from '../cart/metrics.ts';
import { durationInWords } from './duration.ts';
import type { Estimated } from './estimate-query.ts';

export function WhatComes(props: {
  readonly estimated: Estimated;
  /**
   * The source files that the order reads; null while they are counted, and when they cannot be
   * counted.
   */
  readonly sources: Metrics | null;
  /** Some source files could not be counted; the dialog offers another try above this part. */
  readonly failed: boolean;
  /** An owner of the data has to agree first. */
  readonly waits: boolean;
  /** What reports mask of each selection; none while it is not known. */
  readonly quality: readonly DataQuality[];
}) {
  const { estimated, sources, waits, quality } = props;
  const { estimate, stale, wanted } = estimated;
  return (
    <section
      aria-label="What you will get"
      aria-live="polite"
      aria-busy={stale}
      className={classNames(
        'mb-3 border-b border-rule pb-4',
        wanted && 'min-h-24', // the height of what comes
        stale && 'italic',
      )}
    >
      {!sources ? (
        <p>{props.failed ? 'The size of the delivery is unknown.' : 'Counting files…'}</p>
      ) : (
        <>
          <dl className="flex flex-wrap gap-x-8 gap-y-2">
            {estimate && (
              <>
                <Figure term="Files" value={formatCount(estimate.files)} />
                <Figure term="Size, estimated" value={formatBytes(estimate.bytes)} />
                <Figure
                  term={`Ready ${waits ? 'once the data owner has agreed, ' : ''}in about`}
                  value={durationInWords(estimate.seconds)}
                />
                <Kept quality={quality} />
              </>
            )}
          </dl>
          <p className="mt-1 text-sm text-ink-2">
            {`${plural(sources.fileCount, 'source file')}, ${formatBytes(sources.bytes)}`}
            {estimate === null && '. The size of the delivery cannot be estimated.'}
            {estimate && ' are read. Each choice updates these numbers.'}
            {estimate && estimate.ahead > 0 && ` ${plural(estimate.ahead, 'order')} in the queue.`}
          </p>
        </>
      )}
    </section>
  );
}

const Figure = ({ term, value }: { readonly term: string; readonly value: string }) => (
  <div>
    <dt className="text-sm text-ink-2">{term}</dt>
    <dd className="font-serif text-xl">{value}</dd>
  </div>
);

/** Of the values of all selections; nothing where files do not reveal how many there are. */
function Kept({ quality }: { readonly quality: readonly DataQuality[] }) {
  const values = quality.reduce((sum, one) => sum + one.values, 0);
  const masked = quality.reduce((sum, one) => sum + one.masked, 0);
  if (values === 0) return null;
  return <Figure term="Samples kept" value={formatShare(1 - masked / values)} />;
}
