// For the build: prints the views of the module that is named, as JSON. A process of its own,
// because it takes the globals of a browser.
import { pathToFileURL } from 'node:url';
import { JSDOM } from 'jsdom';

const { window } = new JSDOM('<!doctype html>', {
  url: 'http://localhost/discovery/',
  pretendToBeVisual: true,
});
window.scrollTo = () => {};
const missing = Object.getOwnPropertyNames(window).filter((name) => !(name in globalThis));
const taken = ['navigator', 'localStorage', 'sessionStorage', 'Event', 'EventTarget'];
for (const name of [...missing, ...taken])
  Object.defineProperty(globalThis, name, { configurable: true, get: () => window[name] });
Object.defineProperty(globalThis, 'matchMedia', { get: () => window.matchMedia });
globalThis.fetch = () => new Promise(() => {}); // no answer is drawn
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

const { firstViews } = await import(pathToFileURL(process.argv[2]).href);
const views = JSON.stringify(await firstViews());
process.stdout.write(views, () => process.exit(0)); // screens leave timers behind
