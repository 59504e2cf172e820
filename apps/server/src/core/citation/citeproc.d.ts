// The part of citeproc that is used here; it ships without types.
declare module 'citeproc' {
  class Engine {
    constructor(
      sys: { retrieveLocale(language: string): string; retrieveItem(id: string): unknown },
      style: string,
      language: string,
      forceLanguage?: boolean,
    );
    updateItems(ids: readonly string[]): void;
    setOutputFormat(format: 'text' | 'html'): void;
    makeBibliography(): readonly [unknown, readonly string[]] | false;
  }
  namespace CSL {
    export { Engine };
  }
  export = CSL;
}
