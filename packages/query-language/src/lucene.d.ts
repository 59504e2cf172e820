// The test oracle of the query-string parser comes without types.
declare module 'lucene' {
  const parser: { parse(text: string): unknown };
  // biome-ignore lint/style/noDefaultExport: that is how the package exports
  export default parser;
}
