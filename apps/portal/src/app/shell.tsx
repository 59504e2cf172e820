// The frame around every screen: header, notices, footer, and the hosts of toasts, questions,
// sign-in and cart.
import { useEffect, useRef } from 'react';
import { useRecordedPlaces } from '../lib/places.ts';
import { Outlet, useScreenName } from '../lib/router/provider.tsx';
import { CartHost } from '../parts/cart/cart-host.tsx';
import { LoginHost } from '../parts/login/login-host.tsx';
import { PlotsHost } from '../parts/quicklooks/plots-host.tsx';
import { ReportHost } from '../parts/report/report-host.tsx';
import { ConfirmHost } from '../ui/confirm.tsx';
import { ToastHost } from '../ui/toast.tsx';
import { NotFound, ScreenFailure, ScreenPending } from './fallbacks.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { MaintenanceBanner, SimulatedNotice } from './notices.tsx';
import { SkipLinks } from './skip-links.tsx';
import { ToTop } from './to-top.tsx';

export function Shell() {
  return (
    <div className="flex min-h-dvh flex-col">
      <Followers />
      <SkipLinks />
      <MaintenanceBanner />
      <Header />
      <div className="flex-1">
        <Outlet pending={<ScreenPending />} missing={<NotFound />} failure={ScreenFailure} />
      </div>
      <SimulatedNotice />
      <Footer />
      <ToTop />
      <ToastHost />
      <ConfirmHost />
      <LoginHost />
      <CartHost />
      <PlotsHost />
      <ReportHost />
    </div>
  );
}

/** Whatever follows the address, kept apart so that the rest of the shell is not drawn again. */
function Followers() {
  useFocusOnNewScreen();
  useRecordedPlaces();
  return null;
}

/** After a change of screen, moves the focus to the top of the new one. */
function useFocusOnNewScreen(): void {
  const screen = useScreenName();
  const before = useRef(screen);
  useEffect(() => {
    if (before.current !== screen) {
      document.getElementById('main')?.focus({ preventScroll: true });
    }
    before.current = screen;
  }, [screen]);
}
