// A file of the portal that the server no longer has belongs to an older version: loading the page
// again brings the new one.
import { isNotLoaded } from './load.ts';
import { keepForTab, readForTab } from './tab-storage.ts';

const RELOADED = 'isobar.reloaded-for';

export const NO_ANSWER = 'The server did not answer. Are you connected?';

/** Keeps what was entered on the page; loaded after the first screen, so it is given here. */
let keep = (): void => {};
export const beforeReload = (act: () => void): void => {
  keep = act;
};

/**
 * Reloads the page after a part could not be loaded, once for each missing file, and keeps what was
 * entered. Only if the server answers: without it, a browser would show its own error page instead
 * of ours. null: the page is being reloaded; otherwise the error to show.
 */
export async function reloadOnce(
  error: unknown,
  page: Pick<globalThis.Location, 'href' | 'reload'>,
): Promise<unknown> {
  if (!isNotLoaded(error)) return error;
  try {
    await fetch(page.href, { method: 'HEAD', cache: 'no-store' });
  } catch {
    return new Error(NO_ANSWER);
  }
  if (readForTab(RELOADED) === error.message) return error;
  // Without storage nothing would record that the page was reloaded already, and it would reload
  // without end.
  if (!keepForTab(RELOADED, error.message)) return error;
  keep();
  page.reload();
  return null;
}
