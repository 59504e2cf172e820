// The day of the address, and how to change it. Without a valid day: yesterday.
import { formatCompactDay } from '@isobar/contract/time.ts';
import { useLocation, useRouter } from '../../lib/router/provider.tsx';
import { readDate } from '../../parts/quicklooks/plots-address.ts';

const DAY_MS = 86_400_000;

export function useDay() {
  const router = useRouter();
  const { pathname, searchStr } = useLocation();
  const asked = readDate(new URLSearchParams(searchStr).get('date') ?? undefined);
  const date = asked ?? formatCompactDay((Date.now() - DAY_MS) / 1000);
  const change = (next: string): void =>
    void router.navigate({ href: `${pathname}?date=${next}`, resetScroll: false });
  return [date, change] as const;
}
