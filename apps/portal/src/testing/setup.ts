// Every component test starts from an empty document and empty storage.
import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterEach } from 'vitest';

configure(({ getElementError: withPage }) => ({
  asyncUtilTimeout: 20_000, // a guard against hanging, not a claim about speed
  // Printing the page into the error of each attempt took a third of the processor time of these
  // tests. `waitFor` prints it once, when the time is up.
  getElementError: (message, container) =>
    isRetrying()
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : withPage(message, container),
}));

/**
 * Whether `waitFor` or `findBy…` will try again after a failure; the library sets this and does not
 * declare it.
 */
function isRetrying(): boolean {
  return Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
}

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

// jsdom has no layout and draws nothing: what components ask the browser about its window is
// answered plainly.
HTMLCanvasElement.prototype.getContext = () => null;
if (!window.matchMedia) {
  window.matchMedia = (query: string) =>
    Object.assign(new EventTarget(), {
      matches: false,
      media: query,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    }) as MediaQueryList;
}
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
Element.prototype.scrollIntoView ??= () => undefined;
window.scrollTo = () => undefined;
