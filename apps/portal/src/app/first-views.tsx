// What a visitor sees before the scripts have arrived: screens as they are drawn before any answer,
// as HTML for the page. It runs in jsdom while the portal is built, so that these views come from
// the same components as the screens that replace them.
import { type PortalConfig, portalConfig, SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import { FIRST_VIEW_NAMES, FIRST_VIEW_WORKBENCH } from '@isobar/contract/calls/first-view.ts';
import { createMemoryHistory } from '@tanstack/history';
import { QueryClientProvider } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { ConfigProvider } from '../lib/config.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { Outlet, RouterProvider } from '../lib/router/provider.tsx';
import { storedKey } from '../lib/storage.ts';
import { WELCOME_CLOSED, WELCOME_DISMISSED } from '../screens/data-search/welcome-notice.tsx';
import { NotFound, ScreenFailure, ScreenPending } from './fallbacks.tsx';
import { Header } from './header.tsx';
import { createPortalRouter } from './router.ts';

type FirstView = {
  /** Whether the archive has a workbench, whose button is in the header. */
  readonly workbench: boolean;
  /** Which windows it is for. */
  readonly media: string;
  /** Which hashes it is for, as a regular expression; the first view that fits is taken. */
  readonly hash: string;
  readonly html: string;
};

/** `whole`: with the screen itself, and not the header alone. */
type Drawn = { readonly path: string; readonly hash: string; readonly whole: boolean };

const SCREENS: readonly Drawn[] = [
  { path: '/', hash: '^(#/?(datasearch/?)?(\\?.*)?)?$', whole: true },
  { path: '/results/meas_category_code::any', hash: '^#/results/[^?]', whole: true },
  { path: '/support', hash: '', whole: false },
];

/**
 * A width of each, and where it holds: between the two the results have one column, which is drawn
 * when they are there.
 */
const WINDOWS: readonly {
  readonly width: number;
  readonly media: string;
  /** Which views are drawn at it: of whole screens, or of the header alone. */
  readonly whole: readonly boolean[];
}[] = [
  { width: 412, media: '(max-width: 575px)', whole: [true, false] },
  { width: 1440, media: '(min-width: 992px)', whole: [true] },
  { width: 800, media: '(min-width: 576px)', whole: [false] },
];

/** Every view as a template of the page, those of whole screens first. */
export async function firstViews(): Promise<readonly string[]> {
  const views: string[] = [];
  for (const workbench of [false, true])
    for (const screen of SCREENS)
      for (const { width, media, whole } of WINDOWS) {
        if (!whole.includes(screen.whole)) continue;
        const html = await drawn(screen, width, workbench);
        views.push(templateOf({ workbench, media, hash: screen.hash, html }));
      }
  return views;
}

const templateOf = ({ workbench, media, hash, html }: FirstView): string =>
  `<template ${FIRST_VIEW_WORKBENCH}="${workbench}" data-media="${media}" data-hash="${hash}">${html}</template>`;

async function drawn(screen: Drawn, width: number, workbench: boolean): Promise<string> {
  window.matchMedia = (query) => mediaOf(query, width);
  const router = createPortalRouter(createMemoryHistory({ initialEntries: [screen.path] }));
  await router.again(); // resolves when the screen is loaded
  const host = document.createElement('div');
  const root = createRoot(host);
  flushSync(() =>
    root.render(
      <QueryClientProvider client={createQueryClient()}>
        <ConfigProvider value={configOf(workbench)}>
          <RouterProvider router={router}>
            <Header />
            {screen.whole && (
              <Outlet pending={<ScreenPending />} missing={<NotFound />} failure={ScreenFailure} />
            )}
          </RouterProvider>
        </ConfigProvider>
      </QueryClientProvider>,
    ),
  );
  await settled(host);
  for (const change of [withoutSearch, withValues, withoutMeaning, withoutStyles, withConditions])
    change(host);
  const { innerHTML } = host;
  root.unmount();
  return innerHTML;
}

/** Parts that are loaded when they are shown have arrived once nothing changes any more. */
async function settled(host: HTMLElement): Promise<void> {
  for (let before = ''; before !== host.innerHTML; ) {
    before = host.innerHTML;
    await new Promise((resolve) => setTimeout(resolve, SETTLING_MS));
  }
}
const SETTLING_MS = 150;

/** What the address says of a search differs from visit to visit; its place is kept. */
function withoutSearch(host: HTMLElement): void {
  for (const part of host.querySelectorAll('[aria-label="Applied filters"]'))
    part.classList.add('invisible');
  if (!host.querySelector('main h1')?.textContent?.startsWith('Searching')) return;
  host.querySelector('[role="combobox"]')?.removeAttribute('placeholder');
  for (const count of host.querySelectorAll('button span'))
    if (/^\d+$/.test(count.textContent)) count.classList.add('invisible');
}

/** HTML says by attributes what is chosen and typed. */
function withValues(host: HTMLElement): void {
  for (const option of host.querySelectorAll('option'))
    option.toggleAttribute('selected', option.selected);
  for (const input of host.querySelectorAll('input'))
    input.toggleAttribute('checked', input.checked);
}

/**
 * The view is for the eye, for a second: it has neither landmarks nor ids, but for those of
 * drawings.
 */
function withoutMeaning(host: HTMLElement): void {
  for (const main of host.querySelectorAll('main')) {
    const plain = document.createElement('div');
    plain.className = main.className;
    plain.append(...main.childNodes);
    main.replaceWith(plain);
  }
  for (const one of host.querySelectorAll('*:not(svg *)'))
    for (const { name } of [...one.attributes]) if (DROPPED.test(name)) one.removeAttribute(name);
}
const DROPPED =
  /^(id|for|name|href|tabindex|data-tour|data-skip|aria-(controls|labelledby|describedby|activedescendant|live))$/;

/** The content security policy allows no style in HTML: `theme.js` sets it. */
function withoutStyles(host: HTMLElement): void {
  for (const one of host.querySelectorAll('[style]')) {
    one.setAttribute('data-style', one.getAttribute('style') ?? '');
    one.removeAttribute('style');
  }
}

/** `theme.js` leaves out what this browser has dismissed. */
function withConditions(host: HTMLElement): void {
  const dismissed = `${storedKey(WELCOME_DISMISSED)} ${WELCOME_CLOSED}`;
  host.querySelector('aside[aria-label="Welcome"]')?.setAttribute('data-unless', dismissed);
}

const configOf = (workbench: boolean): PortalConfig =>
  portalConfig.parse({
    title: FIRST_VIEW_NAMES.title,
    archiveName: FIRST_VIEW_NAMES.archiveName,
    version: '',
    simulated: false,
    services: SERVICE_PATHS,
    contact: { email: '' },
    links: [],
    oldHosts: [],
    deliveryDays: 1,
    workbench: {
      dashboard: '',
      modules: workbench ? [{ module: '', title: '', text: '', url: '', comingSoon: false }] : [],
    },
  });

/** Only widths are asked for here; everything else is not so. */
function mediaOf(query: string, width: number): MediaQueryList {
  const most = /max-width: (\d+)px/.exec(query)?.[1];
  const least = /min-width: (\d+)px/.exec(query)?.[1];
  const matches =
    (most ?? least) !== undefined &&
    width <= Number(most ?? Number.POSITIVE_INFINITY) &&
    width >= Number(least ?? 0);
  return Object.assign(new EventTarget(), {
    matches,
    media: query,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  });
}
