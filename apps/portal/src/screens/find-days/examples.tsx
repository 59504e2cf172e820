// What the screen shows before anything is searched: searches that find days in this archive, and
// what a search may ask for.
import { UnlessEmpty } from '../../parts/empty-archive.tsx';
import { useExamples } from './days-queries.ts';

export function Examples() {
  const examples = useExamples();
  return (
    <section aria-labelledby="days-examples" className="mt-6 border-t border-rule pt-5">
      <h2 id="days-examples" className="title-2">
        Examples from this archive
      </h2>
      {examples === undefined && <span className="skeleton mt-3 block h-10" aria-hidden />}
      {examples?.length === 0 && (
        <p className="mt-2 max-w-[44rem] text-ink-2">
          <UnlessEmpty>
            No files have been read for this yet. Name a measurement or add a condition: its files
            are then read, the newest first.
          </UnlessEmpty>
        </p>
      )}
      {examples && examples.length > 0 && (
        <ul className="mt-3 flex flex-wrap gap-2">
          {examples.map(({ text, datastream, search }) => (
            <li key={search}>
              <a
                className="chip flex-wrap py-1.5 pr-3 hover:border-accent"
                href={`#/days?${search}`}
              >
                {text} <span className="font-mono text-sm text-ink-2">{datastream}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      <dl className="mt-6 grid gap-x-10 gap-y-4 sm:grid-cols-3">
        {ASKED.map(([what, how]) => (
          <div key={what}>
            <dt className="font-strong">{what}</dt>
            <dd className="mt-1 text-ink-2">{how}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const ASKED: readonly (readonly [string, string])[] = [
  [
    'When something happened',
    'A limit on an hourly mean, maximum or minimum, for some hours in a row, in a season or at hours of the day. Several conditions hold in the same hours.',
  ],
  [
    'When all instruments were good',
    'Without a limit: days on which every datastream has values in nine of ten hours and no report against them. A datastream that alone rules out a day is named.',
  ],
  [
    'What you can do with the days',
    'Add them to the cart in one step, look at each, copy the search as code, or follow it: new days by mail or by a feed.',
  ],
];
