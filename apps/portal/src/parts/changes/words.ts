// What changed since a delivery, in words. Pure.
import { formatShare, plural } from '@isobar/contract/count.ts';
import type { FileChange, OrderChanges, ReportChange } from '@isobar/contract/orders/changes.ts';
import { formatBytes } from '@isobar/contract/size.ts';

export const FILE_WORDS: Readonly<Record<FileChange['kind'], string>> = {
  replaced: 'Replaced',
  grown: 'Extended',
  withdrawn: 'Withdrawn',
};

/** 'Before 12.4 kB, now 12.6 kB'; what holds its times instead of a withdrawn file. */
export function fileWords({ kind, before, now }: FileChange): string {
  if (kind === 'withdrawn')
    return now.length === 0
      ? 'The archive no longer has a file for these times.'
      : `These times are now in ${now.map(({ file }) => file).join(', ')}.`;
  const [first] = now;
  if (!first || first.bytes === before.bytes)
    return `Different values, same size: ${formatBytes(before.bytes)}.`;
  return `${formatBytes(before.bytes)} then, ${formatBytes(first.bytes)} now.`;
}

/** '3 days, 2.1 % of the delivered time, 4,310 values in the hours concerned'. */
export function extentWords({ days, share, values }: ReportChange): string {
  return [
    plural(days, 'day'),
    `${formatShare(share)} of the delivered time`,
    ...(values === null ? [] : [`${plural(values, 'value')} in the hours concerned`]),
  ].join(', ');
}

/** What there is to say when no change matters; null: something does. */
export function calmWords({ counts, checked }: OrderChanges): string | null {
  if (counts.replaced + counts.withdrawn + counts.reported > 0) return null;
  if (checked === null) return 'This delivery is being compared with the archive.';
  if (counts.harmless > 0)
    return 'Your values are not affected: the new quality reports concern values that your order already masked.';
  if (counts.grown > 0)
    return 'Nothing was replaced or withdrawn. Files that were still being written have grown.';
  return 'No changes: files and quality reports are as delivered.';
}
