// The header: the archive's name, the main screens, theme, account and cart.
import { Moon, ShoppingBasket, Sun, UserRound } from 'lucide-react';
import { Fragment, Suspense } from 'react';
import { useConfig } from '../lib/config.ts';
import { useScreenName } from '../lib/router/provider.tsx';
import { useSession } from '../lib/session.ts';
import { useTheme } from '../lib/theme.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Fold } from '../ui/fold.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { useMedia } from '../ui/use-media.ts';
import { Mark } from './mark.tsx';
import { SupportButton } from './support-button.tsx';
import { WorkbenchButton } from './workbench-button.tsx';

const CartCount = lazyPart(
  'The number of items in the cart',
  () => import('../parts/cart/cart-count.tsx').then((module) => module.CartCount),
  { failure: 'over' },
);

type Place = 'home' | 'results' | 'account' | 'saved' | null;

export function Header() {
  const place = usePlace();
  const { title } = useConfig();
  const phone = useMedia('(max-width: 575px)');
  return (
    <header className="border-b border-rule bg-surface">
      <div className="page flex h-[60px] items-center gap-x-6 max-lg:gap-x-1 max-sm:h-[52px] max-sm:gap-x-2">
        <a
          href="#/"
          className="flex min-w-0 shrink items-center gap-3 py-2"
          aria-label={`${title}, home`}
        >
          <Mark />
          <span className="truncate font-serif text-lg font-medium tracking-[-.01em] max-md:sr-only">
            {title}
          </span>
        </a>
        {phone ? (
          <nav aria-label="Main" className="ml-auto">
            <Fold label={<span>Menu</span>}>
              <ul className="grid text-left">
                <Places place={place} item="li" />
              </ul>
            </Fold>
          </nav>
        ) : (
          <nav aria-label="Main" className="ml-auto flex items-center gap-1 text-base">
            <Places place={place} />
          </nav>
        )}
        <div className="flex shrink-0 items-center gap-1 max-sm:gap-0">
          <ThemeSwitch />
          <AccountLink current={place === 'account'} />
          <CartLink current={place === 'saved'} />
        </div>
      </div>
    </header>
  );
}

/** `item`: the element around each of them. */
function Places({
  place,
  item: Item = Fragment,
}: {
  readonly place: Place;
  readonly item?: 'li' | typeof Fragment;
}) {
  return (
    <>
      <Item>
        <NavLink href="#/" current={place === 'home'}>
          HOME
        </NavLink>
      </Item>
      <Item>
        <NavLink href="#/results" current={place === 'results'}>
          DATA SEARCH
        </NavLink>
      </Item>
      <Item>
        <SupportButton className="px-3 py-2 text-ink-2 hover:text-ink">
          <span className="calm">SUPPORT</span>
        </SupportButton>
      </Item>
      <Item>
        <WorkbenchButton
          className={`px-3 py-2 whitespace-nowrap text-ink-2 hover:text-ink ${Item === 'li' ? '' : 'max-lg:hidden'}`}
        />
      </Item>
    </>
  );
}

function NavLink(props: {
  readonly href: string;
  readonly current: boolean;
  readonly children: string;
}) {
  return (
    <a
      href={props.href}
      aria-current={props.current ? 'page' : undefined}
      className="relative px-3 py-2 whitespace-nowrap text-ink-2 hover:text-ink aria-[current=page]:font-strong aria-[current=page]:text-ink aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-3 aria-[current=page]:after:-bottom-[9px] aria-[current=page]:after:h-[2px] aria-[current=page]:after:bg-accent max-sm:block max-sm:aria-[current=page]:after:bottom-0"
    >
      <span className="calm">{props.children}</span>
    </a>
  );
}

function ThemeSwitch() {
  const [theme, choose] = useTheme();
  const dark = theme === 'dark';
  return (
    <Button
      look="quiet"
      icon
      aria-label={dark ? 'Use light theme' : 'Use dark theme'}
      onClick={() => choose(dark ? 'light' : 'dark')}
    >
      {/* By style, so that the first view of the page is right in both. */}
      <Sun size={18} aria-hidden className="hidden dark:block" />
      <Moon size={18} aria-hidden className="dark:hidden" />
    </Button>
  );
}

function AccountLink({ current }: { readonly current: boolean }) {
  const { person } = useSession();
  return (
    <a
      href="#/account/profile"
      aria-current={current ? 'page' : undefined}
      className={buttonClass({ look: 'quiet', icon: true })}
    >
      <UserRound size={18} aria-hidden />
      <span className="sr-only">ACCOUNT</span>
      {person && <span className="max-w-[9rem] truncate max-xl:sr-only">{person.displayName}</span>}
    </a>
  );
}

function CartLink({ current }: { readonly current: boolean }) {
  return (
    <a
      href="#/saved"
      aria-current={current ? 'page' : undefined}
      className={`${buttonClass()} ml-1`}
    >
      <ShoppingBasket size={17} aria-hidden />
      <span className="calm max-lg:sr-only">CART</span>{' '}
      <span className="rounded-full bg-accent px-[7px] text-xs leading-5 font-strong text-accent-ink">
        <Suspense fallback="0">
          <CartCount />
        </Suspense>
      </span>
    </a>
  );
}

const HOME_SCREENS = ['', 'datasearch', 'guidedsearch', 'locationsearch'];

function usePlace(): Place {
  const first = useScreenName();
  if (HOME_SCREENS.includes(first)) return 'home';
  return first === 'results' || first === 'account' || first === 'saved' ? first : null;
}
