// jsdom does not know the element <search> of HTML yet, and React warns of elements that a browser
// does not know.
const create = document.createElement.bind(document);

document.createElement = (name: string, options?: ElementCreationOptions): HTMLElement => {
  const element = create(name, options);
  if (name === 'search')
    Object.defineProperty(element, Symbol.toStringTag, { value: 'HTMLElement' });
  return element;
};
