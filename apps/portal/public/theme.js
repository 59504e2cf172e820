// Before the first paint: sets the theme, asks for the files of the screen that the address names, which would otherwise be found only
// after the portal's own, and shows how that screen begins until the scripts are there. A file of its own because the content security
// policy allows no inline script.
(() => {
  let saved = null;
  try {
    saved = JSON.parse(localStorage.getItem('isobar.theme') ?? 'null');
  } catch {
    // Storage may be closed to us: the system's theme serves.
  }
  const dark =
    saved === 'dark' || (saved !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.toggle('dark', dark);

  const list = document.getElementById('screens');
  if (!list) return; // a page without screens
  const screens = JSON.parse(list.textContent);
  const filesHere = () => {
    const named = location.hash.split(/[/?]/)[1]?.toLowerCase() ?? '';
    return Object.hasOwn(screens, named) ? screens[named] : [];
  };
  const linked = (rel, file) => {
    const link = document.createElement('link');
    link.rel = rel;
    link.crossOrigin = '';
    link.href = list.dataset.base + file;
    return link;
  };
  const asked = new Set();
  const ask = (file) => {
    if (asked.has(file)) return;
    asked.add(file);
    const link = linked(file.endsWith('.css') ? 'preload' : 'modulepreload', file);
    if (link.rel === 'preload') link.as = 'style';
    else link.fetchPriority = 'low'; // after the styles and fonts of what is seen first
    document.head.append(link);
  };
  const files = filesHere();
  files.forEach(ask);
  addEventListener('hashchange', () => filesHere().forEach(ask)); // a link to another screen was followed

  /** After the portal's own styles, whose layers come first. What does not arrive is asked for again by the portal. */
  const styled = (file) =>
    new Promise((resolve) => {
      const sheet = linked('stylesheet', file);
      sheet.addEventListener('load', resolve);
      sheet.addEventListener('error', () => sheet.remove());
      document.head.append(sheet);
    });
  const isKept = (key) => {
    try {
      return (localStorage.getItem(key) ?? sessionStorage.getItem(key)) !== null;
    } catch {
      return false; // storage is closed to us, so nothing was dismissed
    }
  };
  const fits = ({ dataset }) =>
    matchMedia(dataset.media).matches && new RegExp(dataset.hash, 'i').test(location.hash);
  const show = async () => {
    const view = [...document.querySelectorAll('template[data-hash]')].find(fits);
    if (!view) return;
    if (view.dataset.hash !== '')
      await Promise.all(files.filter((file) => file.endsWith('.css')).map(styled));
    const root = document.querySelector('#root:has(> .boot:empty)');
    if (!root) return; // the portal itself is there
    const first = document.createElement('div');
    first.id = 'first-view';
    first.inert = true;
    first.style.cssText = 'position: absolute; inset: 0 0 auto'; // so that its end moves nothing
    first.append(view.content.cloneNode(true));
    for (const one of first.querySelectorAll('[data-style]')) one.style.cssText = one.dataset.style;
    for (const one of first.querySelectorAll('[data-unless]'))
      if (one.dataset.unless.split(' ').some(isKept)) one.remove();
    root.before(first);
    const watch = new MutationObserver(() => {
      if (root.querySelector(':scope > .boot')) return;
      first.remove(); // in the frame in which the portal is drawn
      watch.disconnect();
    });
    watch.observe(root, { childList: true });
  };
  document.addEventListener('readystatechange', () => void show(), { once: true });
})();
