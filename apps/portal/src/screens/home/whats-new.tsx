// A plot that changes daily, and what is new in the archive. Parts without content are not shown.
import { type ArchiveNews, readNews } from '@isobar/contract/calls/news.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ask } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import { thingPage } from '../../lib/thing-page.ts';
import { BigPlot } from '../../parts/quicklooks/big-plot.tsx';
import { dashed } from '../../parts/quicklooks/month.ts';
import { plotsPath } from '../../parts/quicklooks/plots-address.ts';
import { NewsHeading, PLOT_HEIGHT, PlotLabel } from './news-room.tsx';
import type { PlotParts } from './plot-parts.ts';
import { useDay } from './use-day.ts';

/** `room`: what is in its place until the news are known. */
export function WhatsNew({ room }: { readonly room: ReactNode }) {
  const config = useConfig();
  const { data, isPending } = useQuery({
    queryKey: ['news'],
    queryFn: ({ signal }) => ask(config, readNews, { signal }),
  });
  if (isPending) return room;
  if (!data) return null;
  const { notes, data: products, reports, campaigns, quicklook } = data;
  if (notes.length + products.length + reports.length + campaigns.length === 0) return null;
  return (
    <>
      {quicklook && <Quicklook quicklook={quicklook} />}
      <News {...data} />
    </>
  );
}

function News({ notes, data: products, reports, campaigns, harvested }: ArchiveNews) {
  return (
    <section aria-labelledby="whats-new">
      <NewsHeading />
      {harvested && (
        <p className="text-sm text-ink-2">
          Last new files on {harvested.slice(0, 16).replace('T', ' at ')} UTC.
        </p>
      )}
      <div className="home-news">
        <List title="News" items={notes} id={(one) => one.day + one.title}>
          {(one) => (
            <>
              {one.url ? (
                <a className="link" href={one.url}>
                  {one.title}
                </a>
              ) : (
                one.title
              )}
              <span className="block text-ink-2">
                {one.day}
                {one.text && `: ${one.text}`}
              </span>
            </>
          )}
        </List>
        <List title="Latest data" items={products} id={(one) => one.product}>
          {(one) => (
            <>
              <a className="link" href={thingPage('datastream', one.datastream)}>
                {one.title}
              </a>
              <span className="block text-ink-2">
                <span className="font-mono text-within">{one.datastream}</span> up to {one.until}
              </span>
            </>
          )}
        </List>
        <List title="Latest quality reports" items={reports} id={(one) => one.id}>
          {(one) => (
            <>
              <a className="link" href={`#/report/${one.id}`}>
                {one.subject || one.id}
              </a>
              <span className="block text-ink-2">
                {one.id}, {one.day}
              </span>
            </>
          )}
        </List>
        <List title="Latest campaigns" items={campaigns} id={(one) => one.id}>
          {(one) => (
            <>
              <a className="link" href={thingPage('campaign', one.id)}>
                {one.name}
              </a>
              <span className="block text-ink-2">
                {one.start}
                {one.end && ` to ${one.end}`}
              </span>
            </>
          )}
        </List>
      </div>
    </section>
  );
}

function List<T>(props: {
  readonly title: string;
  readonly items: readonly T[];
  readonly id: (item: T) => string;
  readonly children: (item: T) => ReactNode;
}) {
  if (props.items.length === 0) return null;
  return (
    <div>
      <h3 className="font-strong">{props.title}</h3>
      <ul className="mt-1.5 grid grid-cols-[minmax(0,1fr)] gap-2 text-sm">
        {props.items.map((item) => (
          <li key={props.id(item)}>{props.children(item)}</li>
        ))}
      </ul>
    </div>
  );
}

type DayOf = NonNullable<ArchiveNews['quicklook']>;

/**
 * Over the full width, as the quicklooks of its month show it. The plot with which the screen was
 * opened stays: the server shows what it has found so far, and a richer one is not put in its place
 * before the user's eyes.
 */
function Quicklook(props: { readonly quicklook: DayOf }) {
  const [quicklook] = useState(props.quicklook);
  const { datastream, variable, measurement, title, site, date } = quicklook;
  const day = dashed(date);
  const parts = { ds: datastream, vn: variable, date };
  const href = `#${plotsPath('', parts)}`;
  const label = `${variable} of ${datastream} on ${day}`;
  return (
    <section aria-labelledby="plot-of-day plot-title" className="home-quicklook">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-1">
        <div className="min-w-0">
          <PlotLabel />
          <h2 id="plot-title" className="title-2">
            {[measurement || variable, site].filter((part) => part !== '').join(', ')}
          </h2>
        </div>
        <p className="min-w-0 text-sm text-ink-2 sm:text-right">
          <a
            className="link block truncate font-mono text-within"
            href={thingPage('datastream', datastream)}
          >
            {datastream}
          </a>
          {[title, `${day} UTC`].filter((part) => part !== '').join(', ')}
        </p>
      </div>
      <a href={href} className="mt-3 block">
        <Drawn parts={parts} label={label} />
      </a>
      <p className="mt-1 text-sm sm:text-right">
        <a className="link" href={href}>
          Open the quicklooks
        </a>
      </p>
    </section>
  );
}

function Drawn({ parts, label }: { readonly parts: PlotParts; readonly label: string }) {
  const { day, axes, isPending } = useDay(parts, 'full');
  if (day && axes) return <BigPlot {...{ day, axes, label }} height={PLOT_HEIGHT} />;
  if (!isPending)
    return (
      <span className="home-no-plot">This plot could not be drawn. See the days around it.</span>
    );
  return (
    <span className="skeleton block" style={{ height: PLOT_HEIGHT }}>
      <span className="sr-only">{label}</span>
    </span>
  );
}
