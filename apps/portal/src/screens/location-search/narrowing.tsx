// Controls that narrow the places: dates and a measurement; and the place from which distances are
// shown.

import { formatDay, parseDay } from '@isobar/contract/time.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useConfig } from '../../lib/config.ts';
import { formatLatLon } from '../../lib/places/distance.ts';
import type { LatLon, Site } from '../../lib/places/sites.ts';
import type { Go } from './place-address.ts';
import { measuresQuery } from './place-queries.ts';
import type { PlaceState } from './place-state.ts';

/** First selectable day (part 1 section 5); the last is today. */
const FIRST_DAY = '1991-01-01';

export function Narrowing(props: {
  readonly state: PlaceState;
  readonly go: Go;
  readonly near: LatLon | null;
  readonly sites: readonly Site[];
}) {
  const { state, go, near } = props;
  const measures = useQuery(measuresQuery(useConfig()));
  const known = measures.data?.some(({ code }) => code === state.measures) ?? false;
  return (
    <fieldset className="mt-4 flex min-w-0 flex-wrap items-start gap-x-3 gap-y-2 border-t border-rule pt-3">
      <legend className="sr-only">Filter the places</legend>
      <Day
        key={`from ${state.start}`}
        label="With data from"
        value={state.start}
        least={FIRST_DAY}
        most={state.end || formatDay(Date.now() / 1000)}
        onChange={(start) => go({ start })}
      />
      <Day
        key={`to ${state.end}`}
        label="to"
        value={state.end}
        least={state.start || FIRST_DAY}
        most={formatDay(Date.now() / 1000)}
        onChange={(end) => go({ end })}
      />
      <Labelled label="Measures">
        {(id) => (
          <select
            id={id}
            className="field pick w-full truncate"
            disabled={!measures.data}
            value={known ? state.measures : ''}
            onChange={(event) => go({ measures: event.target.value })}
          >
            <option value="">{measures.error ? 'Could not be loaded' : 'Anything'}</option>
            {measures.data?.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <Near
        key={state.near}
        text={state.near}
        near={near}
        onChange={(text) => go({ near: text })}
      />
    </fieldset>
  );
}

function Labelled(props: { readonly label: string; readonly children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="grid place-field-measure min-w-0 gap-0.5">
      <label htmlFor={id} className="caps">
        {props.label}
      </label>
      {props.children(id)}
    </div>
  );
}

/** A typed day; an invalid one, or one out of bounds, is refused in words and changes nothing. */
function Day(props: {
  readonly label: string;
  readonly value: string;
  readonly least: string;
  readonly most: string;
  readonly onChange: (day: string) => void;
}) {
  const { label, value, least, most, onChange } = props;
  const [typed, setTyped] = useState(value);
  const [refused, setRefused] = useState(false);
  const hint = useId();
  const commit = (): void => {
    const text = typed.trim();
    const valid =
      text === '' ||
      (/^\d{4}-\d{2}-\d{2}$/.test(text) &&
        parseDay(text) !== null &&
        text >= least &&
        text <= most);
    setRefused(!valid);
    if (valid && text !== value) onChange(text);
  };
  return (
    <div className="place-field-day">
      <label className="grid gap-0.5">
        <span className="caps">{label}</span>
        <input
          className="field w-full font-mono text-sm"
          placeholder="YYYY-MM-DD"
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          value={typed}
          aria-invalid={refused || undefined}
          aria-describedby={refused ? hint : undefined}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={commit}
          onKeyDown={(event) => event.key === 'Enter' && commit()}
        />
      </label>
      {refused && (
        <p id={hint} role="alert" className="mt-1 text-sm text-danger">
          A day between {least} and {most}.
        </p>
      )}
    </div>
  );
}

function Near(props: {
  readonly text: string;
  readonly near: LatLon | null;
  readonly onChange: (text: string) => void;
}) {
  const { text, near, onChange } = props;
  const [typed, setTyped] = useState(text);
  const hint = useId();
  const commit = (): void => {
    if (typed.trim() !== text) onChange(typed.trim());
  };
  const unknown = text !== '' && near === null;
  return (
    <div className="place-field-near">
      <label className="grid gap-0.5">
        <span className="caps">Distance to</span>
        <input
          className="field w-full"
          placeholder="36.6, -97.5 or a site"
          autoComplete="off"
          maxLength={100}
          value={typed}
          aria-invalid={unknown || undefined}
          aria-describedby={hint}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={commit}
          onKeyDown={(event) => event.key === 'Enter' && commit()}
        />
      </label>
      <p
        id={hint}
        className={`mt-1 text-sm ${unknown ? 'text-danger' : 'text-ink-2'}`}
        aria-live="polite"
      >
        {unknown && 'Type latitude and longitude, or a site or facility of the archive.'}
        {near && formatLatLon(near)}
      </p>
    </div>
  );
}
