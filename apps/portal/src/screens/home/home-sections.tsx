// What the home screen features below the campaigns: modelling scenarios, the notebook hub, data
// tools, the seal.
import type { Featured } from '@isobar/contract/calls/config.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, BadgeCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useConfig } from '../../lib/config.ts';
import { postTotal } from '../../lib/search-call.ts';
import { CitationButton } from '../../parts/citation/citation-button.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { plotParts } from './plot-parts.ts';
import { ANCHORS } from './use-anchor.ts';
import { WhenNear } from './when-near.tsx';

const FeaturedPlot = lazyPart('The plot', () =>
  import('./featured-plot.tsx').then((module) => module.FeaturedPlot),
);

const useFeatured = (section: Featured['section']): readonly Featured[] =>
  useConfig().featured.filter((one) => one.section === section);

export function ModellingSections() {
  const scenarios = [...useFeatured('lasso-cacti'), ...useFeatured('lasso')];
  const known = useKnownClasses(scenarios.map(({ instrumentClassCode }) => instrumentClassCode));
  const shown = scenarios.filter(
    ({ instrumentClassCode: code }) => code === '' || known?.has(code),
  );
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="home-modelling">
      <h2 id="home-modelling" className="title-2 mb-4">
        Modelling scenarios
      </h2>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-5 md:grid-cols-2">
        {shown.map((scenario) => (
          <li key={scenario.section} id={scenario.section} className="scroll-mt-4">
            <article className="home-scenario">
              <PlotBeside of={scenario} size="small" />
              <div className="flex min-w-0 flex-1 flex-col">
                <p className="caps">{scenario.kicker}</p>
                <h3 className="mt-1 font-serif text-lg font-medium">{scenario.title}</h3>
                <p className="mt-2 flex-1 text-ink-2">{scenario.text}</p>
                <p className="mt-4 flex flex-wrap gap-x-5 gap-y-1">
                  {scenario.links.map(({ label, url }) => (
                    <a key={url} className="link" href={url}>
                      {label}
                    </a>
                  ))}
                </p>
              </div>
            </article>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The day that an operator chose for it, drawn when it comes near the window. */
function PlotBeside({ of, size }: { readonly of: Featured; readonly size: 'small' | 'full' }) {
  if (of.plot === '') return null;
  const room = <div className={`home-featured-room home-featured-${size}`} />;
  return (
    <WhenNear room={room}>
      <FeaturedPlot plot={of.plot} size={size} />
    </WhenNear>
  );
}

/**
 * The instrument classes among `codes` for which the archive has data; undefined while that is not
 * known.
 */
function useKnownClasses(codes: readonly string[]): ReadonlySet<string> | undefined {
  const config = useConfig();
  const wanted = [...new Set(codes.filter(Boolean))].sort();
  const { data } = useQuery({
    queryKey: ['known-classes', wanted],
    enabled: wanted.length > 0,
    staleTime: 10 * 60_000,
    queryFn: async ({ signal }) => {
      const counted = await Promise.all(
        wanted.map(async (code) => {
          const body: SearchBody = {
            size: 0,
            query: { term: { 'instrument_class_code.keyword': code } },
          };
          return (await postTotal(config, 'metadata', body, signal)) > 0 ? [code] : [];
        }),
      );
      return new Set(counted.flat());
    },
  });
  return data;
}

/** With a plot beside it, the lines that draw such a one. */
const exampleOf = (plot: string): string =>
  `import xarray as xr
days = xr.open_mfdataset("my-order/*.nc")
${plot === '' ? 'print(days)' : `days["${plotParts(plot).vn}"].plot()`}`;

export function NotebookHub() {
  const { services } = useConfig();
  const [hub] = useFeatured('jupyter');
  if (!hub) return null;
  const address = services.notebookHub;
  const example = exampleOf(hub.plot);
  return (
    <section
      id={ANCHORS.notebooks}
      aria-labelledby="home-notebooks"
      className="min-w-0 scroll-mt-4"
    >
      <h2 id="home-notebooks" className="title-2 mb-3">
        {hub.title}
      </h2>
      <p className="text-ink-2">{hub.text}</p>
      <div className="mt-4 rounded-lg border border-rule bg-surface px-4 py-3">
        <div className="flex items-start gap-2">
          <pre className="min-w-0 flex-1 font-mono text-sm leading-[1.42] break-words whitespace-pre-wrap">
            {example}
          </pre>
          <CopyButton text={example} label="Copy the example" />
        </div>
        <PlotBeside of={hub} size="full" />
      </div>
      <p className="mt-4 flex flex-wrap items-center gap-4">
        {address && (
          <a
            className={buttonClass({ look: 'primary' })}
            href={address}
            target="_blank"
            rel="noreferrer"
          >
            Open the notebook hub
          </a>
        )}
        {hub.links.map(({ label, url }) => (
          <a key={url} className="link" href={url}>
            {label}
          </a>
        ))}
      </p>
    </section>
  );
}

/** The row of featured.csv whose link opens the citation tool instead of an address. */
const CITATION_GENERATOR = 'citation-generator';

export function DataTools() {
  const { sealUrl } = useConfig();
  const tools = useFeatured('dataTools');
  if (tools.length === 0 && sealUrl === '') return null;
  return (
    <section id={ANCHORS.tools} aria-labelledby="home-tools" className="min-w-0 scroll-mt-4">
      <h2 id="home-tools" className="title-2 mb-3">
        Data tools
      </h2>
      <ul className="divide-y divide-rule border-y border-rule">
        {tools.map((tool) => (
          <li key={tool.title}>
            <Tool tool={tool} />
          </li>
        ))}
      </ul>
      {sealUrl !== '' && (
        <a
          className="mt-6 inline-flex items-center gap-4 hover:text-accent"
          href={sealUrl}
          target="_blank"
          rel="noreferrer"
        >
          <BadgeCheck size={44} strokeWidth={1.1} aria-hidden className="shrink-0 text-accent" />
          <span>
            <span className="block font-strong">Certification seal</span>
            <span className="text-ink-2">What the seal means, and who awards it</span>
          </span>
        </a>
      )}
    </section>
  );
}

const TOOL = 'flex w-full items-center justify-between gap-4 px-1 py-3 text-left';

function Tool({ tool }: { readonly tool: Featured }) {
  const url = tool.links[0]?.url ?? '';
  const words: ReactNode = (
    <span className="min-w-0">
      <span className="block font-strong">{tool.title}</span>
      <span className="block text-ink-2">{tool.text}</span>
    </span>
  );
  if (tool.comingSoon || url === '')
    return (
      <div className={TOOL}>
        {words}
        <span className="shrink-0 rounded-full bg-accent-soft px-2.5 py-0.5 text-xs text-accent">
          coming soon
        </span>
      </div>
    );
  const arrow = <ArrowRight size={17} aria-hidden className="shrink-0 text-accent" />;
  if (url === CITATION_GENERATOR)
    return (
      <CitationButton className={`${TOOL} hover:bg-accent-soft`}>
        {words}
        {arrow}
      </CitationButton>
    );
  return (
    <a className={`${TOOL} hover:bg-accent-soft`} href={url}>
      {words}
      {arrow}
    </a>
  );
}
