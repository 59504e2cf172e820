// The page after a failed sign-in at another site: the reason, and a link back. Pure.
import { plainPage } from '../../core/pages/plain-page.ts';
import { html } from '../../platform/text/html.ts';

export const refusedPage = (title: string, reason: string): string =>
  plainPage({
    site: { title, simulated: false },
    heading: 'You are not signed in',
    body: html`<p>${reason}</p>
<p><a href="/discovery/#/account/profile">Back to ${title}</a></p>`,
  });
