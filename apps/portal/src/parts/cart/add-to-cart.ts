// Adding to the cart, with what has to be acknowledged before and the notice after.
import type { PortalConfig } from '@isobar/contract/calls/config.ts';
import { qualityRanges } from '@isobar/contract/quality/timeline.ts';
import { formatDayTime } from '@isobar/contract/time.ts';
import type { ResultRow } from '../../lib/search/row.ts';
import { wholeDates } from '../../lib/search/row-reports.ts';
import { confirm } from '../../ui/confirm.tsx';
import { toast } from '../../ui/toast.tsx';
import type { CartItem } from './cart-item.ts';
import { useCart } from './cart-store.ts';

type Told = Pick<ResultRow, 'datastream' | 'datastreams' | 'dqrDates' | 'uiText'>;

/** What the person has to acknowledge for some items. */
export type Notice = { readonly title: string; readonly lines: readonly string[] };

/** Adds the items unless the person declines; true when they are in the cart afterwards. */
export async function addToCart(
  config: PortalConfig,
  row: ResultRow,
  items: readonly CartItem[],
): Promise<boolean> {
  const notice = noticeFor(config, row, items);
  if (notice) {
    const yes = await confirm({
      title: notice.title,
      text: notice.lines.join('\n'),
      confirmLabel: 'Acknowledge',
    });
    if (!yes) return false;
  }
  const added = useCart.getState().add(items);
  const link = { label: 'View cart', href: '#/saved' };
  if (added === 0) {
    toast({ title: 'Already in the cart', text: 'Nothing was added twice.', link });
  } else {
    const text = added === 1 ? row.instrumentName : `${added} facilities of ${row.instrumentName}`;
    toast({ title: 'Item Added to Cart', text, link });
  }
  return true;
}

/**
 * Limited or pre-deployment data, and the credit that some data ask for; null when there is nothing
 * to say.
 */
export function noticeFor(
  config: Pick<PortalConfig, 'credit'>,
  row: Told,
  items: readonly CartItem[],
): Notice | null {
  const uiText = items.find((item) => item.uiText !== '')?.uiText ?? row.uiText;
  const credit = creditText(config, items);
  if (uiText === '' && credit === null) return null;
  const limited = items.some((item) => item.limitedAccess);
  const period = limited ? null : preDeployment(row);
  return {
    title:
      uiText === '' ? 'Acknowledgement' : period ? 'Pre-deployment Data' : 'Limited Access Data',
    lines: [
      ...(uiText === '' ? [] : [uiText]),
      ...(period ? [`Pre-deployment period: ${period.start} to ${period.end} UTC.`] : []),
      ...(credit === null ? [] : [credit]),
    ],
  };
}

function preDeployment(row: Told): { start: string; end: string } | null {
  const range = qualityRanges(wholeDates(row)).find(({ name }) => name === 'limited');
  if (!range) return null;
  return { start: formatDayTime(range.start * 3600), end: formatDayTime(range.end * 3600 - 1) };
}

function creditText(
  { credit }: Pick<PortalConfig, 'credit'>,
  items: readonly CartItem[],
): string | null {
  if (!credit) return null;
  const due = items.some(
    (item) =>
      item.siteCode === credit.siteCode &&
      credit.instrumentClassCodes.includes(item.instrumentClassCode),
  );
  return due ? credit.text : null;
}
