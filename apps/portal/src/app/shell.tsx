// The frame around every screen: header, notices, footer, and the hosts of toasts, questions, sign-in and cart.
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useRecordedPlaces } from '../lib/places.ts';
import { CartHost } from '../parts/cart/cart-host.tsx';
import { LoginHost } from '../parts/login/login-host.tsx';
import { PlotsHost } from '../parts/quicklooks/plots-host.tsx';
import { ReportHost } from '../parts/report/report-host.tsx';
import { ConfirmHost } from '../ui/confirm.tsx';
import { ToastHost } from '../ui/toast.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { MaintenanceBanner, SimulatedNotice } from './notices.tsx';
import { SkipLinks } from './skip-links.tsx';
import { ToTop } from './to-top.tsx';

export function Shell() {
  useFocusOnNewScreen();
  useRecordedPlaces();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLinks />
      <MaintenanceBanner />
      <Header />
      <div className="flex-1">
        <Outlet />
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

/** After a change of screen the keyboard goes on from the top of the new one. */
function useFocusOnNewScreen(): void {
  const screen = useRouterState({
    select: (state) => state.resolvedLocation?.pathname.split('/')[1]?.toLowerCase(),
  });
  const before = useRef(screen);
  useEffect(() => {
    if (before.current !== undefined && before.current !== screen) {
      document.getElementById('main')?.focus({ preventScroll: true });
    }
    before.current = screen;
  }, [screen]);
}
