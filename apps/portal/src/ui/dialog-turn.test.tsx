// Two dialogs that open at the same time: the one on top can be reached, whichever the browser
// draws first.
import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Dialog } from './dialog.tsx';

const ignored = (): void => undefined;
afterEach(() => {
  Reflect.deleteProperty(Element.prototype, 'getAnimations');
});

/** From now on no animation ends, as in a window in the background. */
function neverOpened(): void {
  const animations = () => [{ finished: new Promise(ignored) }];
  Object.assign(Element.prototype, { getAnimations: animations });
}

function Two({ first = true, second = true }: { first?: boolean; second?: boolean }) {
  return (
    <>
      <Dialog open={first} onClose={ignored} title="Placing your order" />
      <Dialog open={second} onClose={ignored} title="Sign in" />
    </>
  );
}

it('of two dialogs that open at once, the second one is not hidden from assistive technology', async () => {
  render(<Two />);
  expect(await screen.findByRole('dialog', { name: 'Sign in' })).toBeTruthy();
  await waitFor(() =>
    expect(screen.queryByRole('dialog', { name: 'Placing your order' })).toBeNull(),
  );
  expect(screen.getAllByRole('dialog', { hidden: true })).toHaveLength(2);
  expect(screen.getByRole('dialog', { name: 'Sign in' })).toBeTruthy();
});

it('a dialog whose predecessor closes before it has opened opens at once', async () => {
  neverOpened();
  const { rerender } = render(<Two second={false} />);
  rerender(<Two />);
  expect(screen.getAllByRole('dialog', { hidden: true })).toHaveLength(1);
  rerender(<Two first={false} />);
  expect(screen.getByRole('dialog', { name: 'Sign in', hidden: true })).toBeTruthy();
});

it('a dialog waits for the opening of another one for a second at most', async () => {
  neverOpened();
  const { rerender } = render(<Two second={false} />);
  rerender(<Two />);
  expect(screen.queryByRole('dialog', { name: 'Sign in', hidden: true })).toBeNull();
  expect(await screen.findByRole('dialog', { name: 'Sign in', hidden: true })).toBeTruthy();
});
