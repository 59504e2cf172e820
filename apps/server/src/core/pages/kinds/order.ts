// The public part of an order that its owner made citable: what, when, files with checksums,
// recipe, reports of that time.
import { addressOf, pathOf } from '@isobar/contract/calls/call.ts';
import { orderChangesFeed, readOrderChanges } from '@isobar/contract/calls/change-calls.ts';
import { makeAgain } from '@isobar/contract/calls/citable-calls.ts';
import { SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import { deliveredText, formatCount } from '@isobar/contract/count.ts';
import {
  changesInWords,
  changesThatMatter,
  fileChangeMatters,
  type OrderChanges,
  reportChangeMatters,
} from '@isobar/contract/orders/changes.ts';
import { formatBytes } from '@isobar/contract/size.ts';
import { formatDayTime } from '@isobar/contract/time.ts';
import { type Html, html } from '../../../platform/text/html.ts';
import { changesOf } from '../../affected/stored-changes.ts';
import { citedOrderData } from '../../citation/cited-order-data.ts';
import { findCitedOrder, findRemake, type Remake } from '../../citation/cited-orders.ts';
import { code, link, list, longTable, section } from '../parts.ts';
import { EMPTY_THING, type ThingOf } from '../thing.ts';

export const orderThing: ThingOf = async ({ db, publisher }, id) => {
  if (!/^[1-9]\d{0,14}$/.test(id)) return null;
  const order = await findCitedOrder(db, Number(id));
  if (!order) return null;
  const { record } = order;
  const cited = citedOrderData(order, publisher);
  const data = record.files.filter((file) => file.kind === 'data');
  const bytes = data.reduce((sum, file) => sum + file.bytes, 0);
  const asked = record.datastreams.map((one) => [
    link('datastream', one.datastream),
    one.dates
      .map((range) => `${range.startDate.slice(0, 10)} to ${range.endDate.slice(0, 10)}`)
      .join(', ') || 'all',
    one.variables.length > 0 ? one.variables.join(', ') : 'all',
  ]);
  return {
    ...EMPTY_THING,
    kind: 'order',
    id,
    title: `Order ${id} of the ${record.archiveName} archive${record.simulated ? ' (simulated values)' : ''}`,
    description: `${deliveredText(data.length, 0)} of ${record.datastreams.map((one) => one.datastream).join(', ')}, ordered ${formatDayTime(record.orderDate)} UTC. Its recipe, checksums and the quality reports of that time are kept here, also when the delivery has expired.`,
    cited,
    keywords: record.datastreams.map((one) => one.datastream),
    start: cited.start,
    end: cited.end,
    size: { files: data.length, bytes },
    related: record.datastreams.map((one) => ({
      relation: 'isDerivedFrom' as const,
      kind: 'datastream' as const,
      id: one.datastream,
      title: one.datastream,
    })),
    downloads: [
      { name: 'Recipe', path: `/order/${id}/recipe.json`, type: 'application/json' },
      {
        name: 'Data quality reports of that time',
        path: `/order/${id}/reports.json`,
        type: 'application/json',
      },
    ],
    portalPath: `/results/datastream::${record.datastreams.map((one) => one.datastream).join(',')}`,
    facts: [
      ['Ordered', `${formatDayTime(record.orderDate)} UTC`],
      ['Made', `${formatDayTime(record.made)} UTC`],
      ['Files', `${deliveredText(data.length, 0)}, ${formatBytes(bytes)}`],
      ['Identifier', order.doi ?? `${publisher.url}/order/${id}`],
    ],
    sections: [
      ...changesSection(Number(id), await changesOf(db, Number(id))),
      section(
        'what',
        'What was ordered',
        html`${longTable(['Datastream', 'Dates', 'Variables'], asked, 30)}
<p><a href="/order/${id}/recipe.json">recipe.json</a>: the request, every input with its checksum, what was done, every output. SHA-256 ${code(record.recipeSha256)}</p>
<p><a href="/order/${id}/reports.json">Data quality reports</a> on these data, as they were then.</p>`,
      ),
      section(
        'files',
        'Files',
        longTable(
          ['File', 'Size', 'SHA-256'],
          record.files.map((file) => [code(file.name), formatBytes(file.bytes), code(file.sha256)]),
          50,
        ),
        deliveredText(data.length, record.files.length - data.length),
      ),
      ...(record.missing.length > 0
        ? [
            section(
              'missing',
              'What is missing',
              list(record.missing.map((one) => html`${code(one.file)}: ${one.reason}`)),
            ),
          ]
        : []),
      section('again', 'Make it again', again(Number(id), await findRemake(db, Number(id)))),
    ],
  };
};

/** Everyone who uses cited data learns that they changed since, or that this is not known. */
function changesSection(orderId: number, changes: OrderChanges | null) {
  const unknown = (text: string) => [
    section(
      'changes',
      'Changes since',
      html`<p>${text} <a href="${SERVICE_PATHS.portal}#/verify">Is my figure still right?</a> compares a list of these files, or the recipe, with the archive as it is now.</p>`,
    ),
  ];
  if (changes === null)
    return unknown(
      'It is not known whether these data changed since they were delivered: no record was kept to compare them with.',
    );
  if (changes.checked === null)
    return unknown('These data have not yet been compared with the archive as it is now.');
  const { counts, files, reports, filesLeftOut } = changes;
  const checked = `Compared with the archive on ${changes.checked.slice(0, 10)}.`;
  const address = addressOf(readOrderChanges, { orderId });
  const byHowMuch =
    counts.replaced > 0
      ? html` <a href="${SERVICE_PATHS.portal}#/difference/${String(orderId)}">How they differ, in numbers</a>.`
      : '';
  const links = html`<p class="quiet">${checked} <a href="${address}">As JSON</a>, <a href="${addressOf(orderChangesFeed, { orderId })}">as Atom feed</a>.${byHowMuch}</p>`;
  const mattering = files.filter(fileChangeMatters);
  const reported = reports.filter(reportChangeMatters);
  if (changesThatMatter(counts) === 0)
    return [
      section(
        'changes',
        'Changes since',
        html`<p>No file of these data was replaced or withdrawn since, and no further quality report is on them${counts.harmless > 0 ? ' but on values that were masked already' : ''}.</p>${links}`,
      ),
    ];
  return [
    section(
      'changes',
      'Changes since',
      html`<p><strong>These data changed in the archive since they were delivered:</strong> ${changesInWords(counts)}.</p>
${
  mattering.length > 0
    ? longTable(
        ['File', 'What happened', 'SHA-256 then', 'Now'],
        mattering.map(({ file, kind, before, now }) => [
          code(file),
          kind === 'withdrawn' ? 'withdrawn' : 'replaced',
          code(before.sha256 ?? ''),
          now.length > 0
            ? now.map((one) => html`${code(one.file)} ${code(one.sha256 ?? '')} `)
            : 'nothing',
        ]),
        20,
      )
    : ''
}${filesLeftOut > 0 ? html`<p class="quiet">And ${formatCount(filesLeftOut)} further files.</p>` : ''}${
  reported.length > 0
    ? longTable(
        ['Report', 'Class', 'Datastream', 'Variables', 'Days'],
        reported.map((one) => [
          link('report', one.report),
          one.className,
          link('datastream', one.datastream),
          one.variables.length > 0 ? one.variables.join(', ') : 'all',
          formatCount(one.days),
        ]),
        20,
      )
    : ''
}${links}`,
    ),
  ];
}

function again(orderId: number, remake: Remake | null): Html {
  const form = html`<form method="post" action="${pathOf(makeAgain)}?orderId=${orderId}"><button class="button" type="submit">Make it again</button></form><p class="quiet">Runs the recipe on the archive as it is now and compares every byte. You need to be <a href="${SERVICE_PATHS.portal}#/account/order">signed in</a>.</p>`;
  if (!remake) return html`<p>It was not made again since it was delivered.</p>${form}`;
  if (remake.state === 'waiting')
    return html`<p role="status">It is being made again since ${formatDayTime(remake.askedAt)} UTC. Reload this page for the outcome.</p>`;
  const when = `${formatDayTime(remake.doneAt ?? remake.askedAt)} UTC`;
  if (remake.state === 'failed')
    return html`<p>It could not be made again on ${when}: ${remake.differences.join(' ')}</p>${form}`;
  if (remake.differences.length === 0)
    return html`<p><strong>Same bytes.</strong> Made again on ${when}: every file is the same as it was delivered.</p>${form}`;
  return html`<p><strong>Not the same.</strong> Made again on ${when}; what changed:</p>${list([...remake.differences])}${form}`;
}
