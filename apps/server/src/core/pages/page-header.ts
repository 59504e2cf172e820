// The header of every page that the server makes: the portal's own places, theme and cart. Without
// a script all but the theme works; on phones the places are a menu, which the browser opens and
// closes itself.
import { SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import { MARK } from '@isobar/contract/mark.ts';
import { type Html, html } from '../../platform/text/html.ts';
import type { Publisher } from './thing.ts';

const PORTAL = SERVICE_PATHS.portal;

const { size, width, circle, lines } = MARK;
const mark = html`<svg width="${size}" height="${size}" viewBox="0 0 ${size} ${size}" aria-hidden="true" fill="none" stroke="var(--accent)" stroke-width="${width}" stroke-linecap="round"><circle cx="${circle.cx}" cy="${circle.cy}" r="${circle.r}"/>${lines.map((line) => html`<path d="${line}"/>`)}</svg>`;

/**
 * Its script shows the number of items in the cart and switches the theme. Without scripts the
 * style hides the switch.
 */
export const headerScript = html`<script src="${PORTAL}page.js" defer></script>`;

/** `path`: address of the page, to mark where the reader is. */
export function pageHeader(
  { title, simulated }: Pick<Publisher, 'title' | 'simulated'>,
  path: string,
): Html {
  const place = (address: string, label: string) =>
    html`<a href="${address}"${address === path ? html` aria-current="page"` : null}><span class="calm">${label}</span></a>`;
  return html`<header><div class="top"><a class="brand" href="${PORTAL}" aria-label="${title}">${mark}<span>${title}</span></a>
<button type="button" class="menu" popovertarget="places">Menu</button>
<nav id="places" aria-label="Main" popover>${place(PORTAL, 'HOME')} ${place(`${PORTAL}#/results`, 'DATA SEARCH')} ${place('/reports', 'QUALITY REPORTS')} ${place(`${PORTAL}#/support`, 'SUPPORT')}</nav>
<div class="own"><button type="button" class="theme" id="theme"><span class="unseen">Use dark theme</span></button> ${place(`${PORTAL}#/account/profile`, 'ACCOUNT')} <a class="cart" href="${PORTAL}#/saved"><span class="calm">CART</span> <span id="cart-count" class="count" hidden>0</span></a></div></div>
${simulated && html`<p class="simulated">These data are simulated: this is a demonstration archive.</p>`}</header>`;
}
