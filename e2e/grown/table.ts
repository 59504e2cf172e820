// What a trial of the grown system found, as a table and as a list of what must not be.
import type { Restored } from './restore.ts';
import type { TrialResult } from './trial.ts';

const SHOWN = 5;

/** In Markdown. */
export function tableOf(result: TrialResult, restored: Restored): string {
  const { files } = result;
  const rows: readonly (readonly [string, string | number])[] = [
    ['orders acknowledged', result.acknowledged],
    ...result.faults,
    ['orders lost', result.lost],
    ['orders doubled', result.doubled],
    ['orders not completed', result.unfinished.length],
    ['deliveries that are not what their recipe makes', result.corrupt.length],
    ['orders without their mail', result.withoutMail],
    ['mails sent twice', result.repeatedMails],
    ['files in the catalogue', `${files[0]} of ${files[1]}`],
    [
      'searches that differ from the embedded engine',
      `${result.differentSearches.length} of ${result.searches}`,
    ],
    ['orders in the restored system', `${restored.restoredOrders} of ${restored.orders}`],
    [
      'deliveries verified there',
      `${restored.looked - restored.wrong.length} of ${restored.looked}`,
    ],
    ['seconds, trial and restore', `${result.seconds.toFixed(0)} + ${restored.seconds.toFixed(0)}`],
  ];
  return ['| What | Count |', '|---|---|', ...rows.map(([what, n]) => `| ${what} | ${n} |`)].join(
    '\n',
  );
}

/**
 * A sentence for each finding; mails that were sent twice are none, since a mail server may have
 * taken one whose sender was killed.
 */
export function wrongIn(result: TrialResult, restored: Restored): readonly string[] {
  const [found, expected] = result.files;
  return [
    ...(result.lost > 0 ? [`${result.lost} orders were lost.`] : []),
    ...(result.doubled > 0 ? [`${result.doubled} orders are there twice.`] : []),
    ...(result.withoutMail > 0 ? [`${result.withoutMail} orders have no mail.`] : []),
    ...(found !== expected ? [`${found} files are in the catalogue, not ${expected}.`] : []),
    ...(restored.restoredOrders !== restored.orders
      ? [`${restored.restoredOrders} orders were restored, not ${restored.orders}.`]
      : []),
    ...result.unfinished.slice(0, SHOWN),
    ...result.corrupt.slice(0, SHOWN),
    ...result.differentSearches.slice(0, SHOWN),
    ...restored.wrong,
    ...restored.complaints,
  ];
}
