// Stands once in the shell: restores the cart at every change of route, and keeps it on the server
// after sign-in.
import { Suspense } from 'react';
import { useSession } from '../../lib/session.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const CartRestore = lazyPart(
  'The cart',
  () => import('./cart-restore.tsx').then((module) => module.CartRestore),
  { failure: 'over' },
);
const CartSync = lazyPart(
  'The cart of your account',
  () => import('./cart-sync.tsx').then((module) => module.CartSync),
  { failure: 'over' },
);

export function CartHost() {
  const { person } = useSession();
  return (
    <Suspense>
      <CartRestore />
      {person && <CartSync key={person.personId} personId={person.personId} />}
    </Suspense>
  );
}
