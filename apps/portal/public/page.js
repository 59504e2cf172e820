// Pages that the server makes: the number of items in the cart, as the portal keeps it, the switch between light and dark, and days to choose,
// of which the last one is not before the first.
(() => {
  const HOURS = 24; // as the portal: a cart that was not changed for longer is empty
  const root = document.documentElement;
  const read = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key) ?? 'null');
    } catch {
      return null; // Storage may be closed to us.
    }
  };

  const count = document.getElementById('cart-count');
  const showCart = () => {
    const cart = read('isobar.cart')?.state;
    const isFresh = Date.now() - (cart?.changedAt ?? 0) < HOURS * 3_600_000;
    const items = isFresh && Array.isArray(cart?.items) ? cart.items.length : 0;
    count.hidden = items === 0;
    count.textContent = String(items);
    count.setAttribute('aria-label', items === 1 ? '1 item' : `${items} items`);
  };
  if (count) {
    showCart();
    addEventListener('storage', showCart);
    addEventListener('pageshow', showCart);
  }

  const [first, last] = document.querySelectorAll('.get input[type="date"]');
  if (first && last) {
    const earliest = last.min;
    const order = () => {
      last.min = first.value || earliest;
    };
    first.addEventListener('input', order);
    addEventListener('pageshow', order);
  }

  const button = document.getElementById('theme');
  if (!button) return;
  const isDark = () => root.classList.contains('dark');
  const name = () => {
    button.firstElementChild.textContent = isDark() ? 'Use light theme' : 'Use dark theme';
  };
  button.addEventListener('click', () => {
    root.classList.toggle('dark');
    try {
      localStorage.setItem('isobar.theme', JSON.stringify(isDark() ? 'dark' : 'light'));
    } catch {
      // It holds for this page.
    }
    name();
  });
  name();
})();
