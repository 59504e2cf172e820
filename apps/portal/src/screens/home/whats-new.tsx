// What is new in the archive, and a plot that changes daily. Parts without content are not shown.
import { type ArchiveNews, readNews } from '@isobar/contract/calls/news.ts';
import { plotOfDay } from '@isobar/contract/calls/quicklooks.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { addressOf, ask } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import { thingPage } from '../../lib/thing-page.ts';
import { BigPlot } from '../../parts/quicklooks/big-plot.tsx';
import { dayQuery } from '../../parts/quicklooks/plots-queries.ts';
import { ownAxes } from '../../parts/quicklooks/small-plot.tsx';

export function WhatsNew() {
  const config = useConfig();
  const { data } = useQuery({
    queryKey: ['news'],
    queryFn: ({ signal }) => ask(config, readNews, { signal }),
  });
  if (!data) return null;
  const { notes, data: products, reports, campaigns, quicklook, harvested } = data;
  if (notes.length + products.length + reports.length + campaigns.length === 0) return null;
  return (
    <section aria-labelledby="whats-new">
      <h2 id="whats-new" className="title-2">
        What is new
      </h2>
      {harvested && (
        <p className="text-sm text-ink-2">
          Last new files on {harvested.slice(0, 16).replace('T', ' at ')} UTC.
        </p>
      )}
      <div className="home-news">
        {quicklook && <Quicklook quicklook={quicklook} />}
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
 * Over the full width, as the quicklooks of its month show it. The plot with which the screen was opened stays: the server shows what it
 * has found so far, and a richer one is not put in its place before the user's eyes.
 */
function Quicklook(props: { readonly quicklook: DayOf }) {
  const [quicklook] = useState(props.quicklook);
  const { datastream, variable, measurement, title, site, date } = quicklook;
  const day = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6, 8)}`;
  const place = `${encodeURIComponent(datastream)}/${encodeURIComponent(variable)}`;
  const label = `${variable} of ${datastream} on ${day}`;
  return (
    <figure className="home-quicklook">
      <h3 className="font-strong">Plot of the day</h3>
      <a href={`#/quicklooks/${place}?date=${date}`} className="mt-1.5 block">
        <Drawn quicklook={quicklook} label={label} />
      </a>
      <figcaption className="mt-1 text-sm text-ink-2">
        {[measurement, title, site, `${day} UTC`].filter((part) => part !== '').join(', ')}
      </figcaption>
    </figure>
  );
}

const PLOT_HEIGHT = 300;

function Drawn({ quicklook, label }: { readonly quicklook: DayOf; readonly label: string }) {
  const config = useConfig();
  const { datastream: ds, variable: vn, date } = quicklook;
  const url = addressOf(config, plotOfDay, { params: { ds, vn, file: `${date}.svg` } });
  const query = dayQuery({ url, vn, dated: date }, 'full');
  const { data: day, isError } = useQuery({ ...query, meta: { optional: true } });
  const axes = day && ownAxes(day);
  if (day && axes) return <BigPlot {...{ day, axes, label }} height={PLOT_HEIGHT} />;
  if (isError || day)
    return (
      <span className="home-no-plot">This plot could not be drawn. See the days around it.</span>
    );
  return (
    <span className="skeleton block" style={{ height: PLOT_HEIGHT }}>
      <span className="sr-only">{label}</span>
    </span>
  );
}
