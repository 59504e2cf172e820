// Sets the theme before the first paint; a file of its own because the content security policy allows no inline script.
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
})();
