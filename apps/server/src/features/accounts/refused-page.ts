// The page after a failed sign-in at another site: the reason, and a link back. Pure.
import { html } from '../../platform/text/html.ts';

export const refusedPage = (title: string, reason: string): string =>
  html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>Not signed in · ${title}</title></head>
<body><main>
<h1>You are not signed in</h1>
<p>${reason}</p>
<p><a href="/discovery/#/account/profile">Back to ${title}</a></p>
</main></body>
</html>
`.text;
