// Before the first paint: sets the theme, and asks for the files of the screen that the address names, which would otherwise be
// found only after the portal's own. A file of its own because the content security policy allows no inline script.
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
  const named = location.hash.split(/[/?]/)[1]?.toLowerCase() ?? '';
  for (const file of Object.hasOwn(screens, named) ? screens[named] : []) {
    const link = document.createElement('link');
    link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload';
    if (file.endsWith('.css')) link.as = 'style';
    link.crossOrigin = '';
    link.href = list.dataset.base + file;
    document.head.append(link);
  }
})();
