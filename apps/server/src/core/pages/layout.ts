// The page around a thing: head with its records, title, facts, sections, and the rail with how to
// cite it.

import { SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import { doiAddress } from '@isobar/contract/doi.ts';
import { formatDayTime } from '@isobar/contract/time.ts';
import { type Html, html, jsonData, type Piece } from '../../platform/text/html.ts';
import { citationText } from '../citation/citation.ts';
import { type CitationContext, shortName } from '../citation/cited.ts';
import { LICENCE } from '../citation/datacite.ts';
import { siteNameOf } from '../tables/place-names.ts';
import { formatsOf } from './formats/all-formats.ts';
import { jsonLd } from './formats/json-ld.ts';
import { getData } from './get-data.ts';
import { metaTags } from './meta-tags.ts';
import { pageHeader } from './page-header.ts';
import { link, list, outside } from './parts.ts';
import { degrees, placesPicture } from './picture.ts';
import { frameHead, SKIP_LINK } from './plain-page.ts';
import { KIND_WORDS, type Publisher, pathOf, type Thing } from './thing.ts';

export interface PageFrame {
  readonly publisher: Publisher;
  readonly title: string;
  readonly description: string;
  /** Address of this page without the site's. */
  readonly path: string;
  readonly head?: Piece;
  readonly body: Piece;
}

/** The title of a page alone among others: many products of an instrument are called as it is. */
const titleWithId = ({ kind, id, title }: Thing): string =>
  title.includes(id) ? title : `${title} (${kind === 'instrument' ? `instrument ${id}` : id})`;

/** A whole page; `head` and `body` are what a kind of page adds. */
export function pageOf({ publisher, title, description, path, head, body }: PageFrame): string {
  const page = html`<html lang="en">
<head>
${frameHead}
<title>${title} · ${publisher.title}</title>
<meta name="description" content="${description.slice(0, 300)}">
<link rel="canonical" href="${publisher.url}${path}">
<link rel="search" type="application/opensearchdescription+xml" title="${publisher.title}" href="/opensearch.xml">
<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description.slice(0, 300)}">
<meta property="og:url" content="${publisher.url}${path}">
${head}
</head>
<body>
${SKIP_LINK}
${pageHeader(publisher, path)}
${body}
<footer><p>${publisher.publisher} · <a href="mailto:${publisher.contact}">${publisher.contact}</a> · <a href="/reports">Quality reports</a> · <a href="/sitemap.xml">Sitemap</a> · <a href="/oai?verb=Identify">OAI-PMH</a></p></footer>
</body>
</html>`;
  return `<!doctype html>\n${page.text}\n`;
}

export function thingPage(
  thing: Thing,
  publisher: Publisher,
  modified: number,
  now: number,
): string {
  const path = pathOf(thing.kind, thing.id);
  const context = { ...publisher, accessed: now };
  const sections = thing.sections.filter(({ isBeside }) => !isBeside);
  return pageOf({
    publisher,
    title: titleWithId(thing),
    description: thing.description,
    path,
    head: html`${formatsOf(thing).map(
      (format) =>
        html`<link rel="alternate" type="${format.type}" title="${format.name}" href="${path}${format.ending}">
`,
    )}${thing.cited?.doi && html`<link rel="cite-as" href="${doiAddress(thing.cited.doi)}">`}${metaTags(thing, context)}<script type="application/ld+json">${jsonData(jsonLd(thing, publisher, modified))}</script>`,
    body: html`<div class="page">
<main id="main" tabindex="-1">
<nav aria-label="Breadcrumb" class="crumbs"><ol>${crumbs(thing).map((crumb) => html`<li>${crumb}</li>`)}</ol></nav>
<h1>${thing.title}</h1>
<p class="sub"><code>${thing.id}</code> ${KIND_WORDS[thing.kind]}</p>
<dl class="facts">${thing.facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${
  sections.length > 1 &&
  html`<nav aria-label="On this page" class="inpage">${sections.map((one) => html`<a href="#${one.id}">${one.title}</a> `)}</nav>`
}
${thing.setDescription ? html`<div class="set">${thing.setDescription}</div>` : html`<p class="description">${thing.description}</p>`}
${sections.map(
  (one) => html`<section id="${one.id}" aria-labelledby="${one.id}-title">
<h2 id="${one.id}-title">${one.title}${one.note && html` <small>${one.note}</small>`}</h2>
${one.body}
</section>`,
)}
</main>
<aside aria-label="Get and cite">${rail(thing, context, modified, path)}</aside>
</div>`,
  });
}

function crumbs(thing: Thing): readonly Html[] {
  const of = (kind: Thing['kind']) => thing.related.find((one) => one.kind === kind);
  const facility = of('facility');
  const [site = ''] = (facility?.id ?? '').split('.');
  const above =
    thing.kind === 'datastream' && facility
      ? [
          link('site', site, thing.cited?.siteName || siteNameOf(site)),
          link('facility', facility.id, facility.title || facility.id),
        ]
      : thing.related
          .filter((one) => one.relation === 'isPartOf')
          .map((one) => link(one.kind, one.id, one.title || one.id));
  return [
    html`<a href="${SERVICE_PATHS.portal}#/results">Data search</a>`,
    ...above,
    html`<span aria-current="page">${thing.id}</span>`,
  ];
}

function rail(
  thing: Thing,
  context: CitationContext,
  modified: number,
  path: string,
): readonly Piece[] {
  const box = (title: string, body: Piece): Html =>
    html`<section><h2>${title}</h2>${body}</section>`;
  const picture = placesPicture(thing.places);
  const [place] = thing.places;
  const about = thing.related.filter(
    (one) => one.relation !== 'hasPart' && one.kind !== 'datastream',
  );
  return [
    getData(thing, BACK),
    thing.cited &&
      box(
        'How to cite',
        html`<p class="cite">${citationText(thing.cited, context)}</p><p><a href="${path}.bib">BibTeX</a> · <a href="${path}.ris">RIS</a> · <a href="${path}.csl.json">CSL-JSON</a></p>`,
      ),
    box(
      'Identifiers',
      html`<dl class="pairs">${
        thing.cited?.doi &&
        html`<div><dt>DOI</dt><dd>${outside(doiAddress(thing.cited.doi), thing.cited.doi)}</dd></div>`
      }<div><dt>Page</dt><dd><a href="${path}">${path}</a></dd></div><div><dt>Licence</dt><dd>${outside(LICENCE.url, 'CC BY 4.0')}</dd></div><div><dt>Record</dt><dd>${formatsOf(
        thing,
      )
        .filter((format) => !format.dataOnly)
        .map(
          (format, n) => html`${n > 0 && ', '}<a href="${path}${format.ending}">${format.name}</a>`,
        )}</dd></div>${
        thing.onlyOrdered !== undefined &&
        html`<div><dt>Table</dt><dd>${
          thing.onlyOrdered === ''
            ? html`<a href="${path}/croissant.json" rel="nofollow">Croissant 1.0</a>`
            : html`<a href="${SERVICE_PATHS.portal}#${thing.portalPath}">by order</a> (${thing.onlyOrdered})`
        }</dd></div>`
      }<div><dt>Last change</dt><dd>${formatDayTime(modified).slice(0, 16)} UTC</dd></div></dl>`,
    ),
    thing.people.length > 0 &&
      box(
        'People',
        html`<dl class="pairs">${thing.people.map(
          (one) =>
            html`<div><dt>${one.role}</dt><dd>${one.orcid ? outside(`https://orcid.org/${one.orcid}`, shortName(one)) : shortName(one)}${one.affiliation && html`<br><small>${one.affiliation}</small>`}</dd></div>`,
        )}</dl>`,
      ),
    picture &&
      box(
        'Place',
        html`${picture}<p>${
          thing.places.length === 1 && place
            ? `${degrees(place.latitude, 'N', 'S')}, ${degrees(place.longitude, 'E', 'W')}${place.elevation === null ? '' : `, ${place.elevation} m`}`
            : `${thing.places.length} places`
        }</p>`,
      ),
    about.length > 0 &&
      box(
        'Belongs to',
        list(
          about
            .slice(0, 40)
            .map(
              (one) =>
                html`${link(one.kind, one.id, one.title || one.id)} <small>${KIND_WORDS[one.kind]}</small>`,
            ),
        ),
      ),
    ...thing.sections
      .filter(({ isBeside }) => isBeside)
      .map(({ id, title, body }) => html`<section id="${id}"><h2>${title}</h2>${body}</section>`),
    thing.papers.length > 0 &&
      box(
        `Papers`,
        html`${list(
          thing.papers
            .slice(0, 20)
            .map(
              (one) =>
                html`${one.authors}${one.year && ` (${one.year}). `}${outside(doiAddress(one.doi), one.title)}. ${one.journal}${one.lookedUp && html` <small>Confirmed by its registry on ${one.lookedUp}.</small>`}`,
            ),
        )}<p class="quiet">From this archive’s own list of papers; a DOI leads to the paper where its publisher keeps it.</p>`,
      ),
    box(
      'Follow',
      html`<p><a href="/feeds/data.atom${feedQuery(thing)}">New data</a> · <a href="/feeds/reports.atom${feedQuery(thing)}">New reports</a> (Atom)</p>`,
    ),
  ];
}

/** Filled by `withBack`. */
const BACK = html`<span class="back"></span>`;

/** A feed of all that the portal finds of it, recommended or not. */
const feedQuery = ({ portalPath, searchPath = portalPath }: Thing): string =>
  `?search=${encodeURIComponent(`${searchPath.replace(/^\/results\//, '')}?data=all`)}`;

/**
 * Adds the link back for one reader. `from` is a route of the portal; any other value is ignored.
 */
export function withBack(page: string, from: string | undefined): string {
  if (!from || !/^\/[A-Za-z]/.test(from) || from.length > 4000) return page;
  const back = html`<a href="${SERVICE_PATHS.portal}#${from}">Back to where you were</a>`;
  return page.replace('<span class="back"></span>', () => back.text);
}

/** What is left of a thing that was withdrawn. */
export function tombstonePage(
  publisher: Publisher,
  told: {
    readonly kind: Thing['kind'];
    readonly id: string;
    readonly since: string;
    readonly reason: string;
    readonly replacedBy: string;
    /** Where the portal still shows the last version; null: nowhere. */
    readonly portalPath: string | null;
  },
): string {
  const title = `${KIND_WORDS[told.kind]} ${told.id} was withdrawn`;
  return pageOf({
    publisher,
    title,
    description: `${title}. ${told.reason}`,
    path: pathOf(told.kind, told.id),
    head: html`<meta name="robots" content="noindex">`,
    body: html`<div class="page"><main id="main" tabindex="-1"><h1>${title}</h1>
<p class="sub"><code>${told.id}</code> ${told.since && `since ${told.since}`}</p>
<p class="description">${told.reason}</p>
${told.replacedBy && html`<p>In its place: ${link(told.kind, told.replacedBy)}</p>`}
${told.portalPath && html`<p><a href="${SERVICE_PATHS.portal}#${told.portalPath}">Its last version</a> can still be read in the portal.</p>`}
<p>What was cited stays true: this page keeps its address. Questions: <a href="mailto:${publisher.contact}">${publisher.contact}</a>.</p></main></div>`,
  });
}

export function missingPage(publisher: Publisher, kind: Thing['kind'], id: string): string {
  const title = `There is no ${KIND_WORDS[kind].toLowerCase()} ${id}`;
  return pageOf({
    publisher,
    title,
    description: title,
    path: pathOf(kind, id),
    head: html`<meta name="robots" content="noindex">`,
    body: html`<div class="page"><main id="main" tabindex="-1"><h1>${title}</h1>
<p class="description">Perhaps the name was mistyped, or it is part of another archive.</p>
<p><a href="${SERVICE_PATHS.portal}#/results/s::${encodeURIComponent(id)}">Search for it in the portal</a></p></main></div>`,
  });
}
