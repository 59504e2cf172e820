// The menu of a row: details, adding to the cart, code, and a link to copy; records of other
// repositories lead to those.
import { resultsHref } from '@isobar/contract/search/address.ts';
import { openRecord, type Search, viewOf } from '@isobar/contract/search/filter.ts';
import { useQueryClient } from '@tanstack/react-query';
import {
  CalendarSearch,
  ChartLine,
  Code,
  ExternalLink,
  FileText,
  Link2,
  ShoppingBasket,
  TextSearch,
} from 'lucide-react';
import { Suspense, useState } from 'react';
import { useConfig } from '../../lib/config.ts';
import { pageHere } from '../../lib/page-here.ts';
import { isExternal, type ResultRow } from '../../lib/search/row.ts';
import { thingPage } from '../../lib/thing-page.ts';
import { addToCart } from '../../parts/cart/add-to-cart.ts';
import { cartItems } from '../../parts/cart/item-of.ts';
import { type CodeSubject, offeredSubject } from '../../parts/code/subject.ts';
import { spanHref } from '../../parts/day-address.ts';
import { daysHref } from '../../parts/days-address.ts';
import { placesQuery } from '../../parts/details/places-query.ts';
import { useChosen } from '../../parts/details/selection.ts';
import { searchedSpan } from '../../parts/searched-span.ts';
import { confirm } from '../../ui/confirm.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Menu, type MenuEntry } from '../../ui/menu.tsx';
import { toast } from '../../ui/toast.tsx';
import { groupIdOf } from './results-queries.ts';
import { rowAct } from './row-click.ts';
import {
  MENU_TRIGGER_CLASS,
  MenuTriggerContent,
  menuLabel,
  type RowMenuProps,
} from './row-menu-trigger.tsx';

const CodeDialog = lazyPart(
  'The code',
  () => import('../../parts/code/code-dialog.tsx').then((module) => module.CodeDialog),
  { failure: 'over', onDismiss: ({ onClose }) => onClose() },
);

export function RowMenu({ row, search, go }: RowMenuProps) {
  const config = useConfig();
  const client = useQueryClient();
  const view = viewOf(search);
  const group = { view, id: groupIdOf(row, view) };
  const chosen = useChosen(group.id);
  const [code, setCode] = useState<CodeSubject | null>(null);
  const offered = async () => {
    const places = await client.fetchQuery(placesQuery(config, group));
    return cartItems(row, places, chosen.length > 0 ? chosen : [row.ffac], search);
  };
  const showCode = () =>
    reporting('The code could not be written.', async () =>
      setCode(offeredSubject(await offered())),
    );
  const add = () =>
    reporting('It could not be added to the cart.', async () =>
      addToCart(config, row, await offered()),
    );
  const leave = async (): Promise<void> => {
    const act = rowAct(row, config.archiveName);
    if (act.kind === 'leave' && (await confirm({ title: act.question }))) {
      window.open(act.url, '_blank', 'noopener');
    }
  };
  const entries: readonly MenuEntry[] = [
    {
      key: 'details',
      label: 'View Details',
      icon: <TextSearch size={15} aria-hidden />,
      onSelect: () => go(openRecord(search, { id: row.id })),
    },
    isExternal(row)
      ? {
          key: 'leave',
          label: 'Get Data',
          icon: <ExternalLink size={15} aria-hidden />,
          onSelect: () => void leave(),
        }
      : {
          key: 'add',
          label: 'Add to Cart',
          icon: <ShoppingBasket size={15} aria-hidden />,
          onSelect: () => void add(),
        },
    ...(isExternal(row)
      ? []
      : [
          ...pagesOf(row, search),
          {
            key: 'code',
            label: 'Code to copy',
            icon: <Code size={15} aria-hidden />,
            onSelect: () => void showCode(),
          },
        ]),
    copyEntry(pageHere(resultsHref(openRecord(search, { id: row.id })))),
  ];
  return (
    <>
      <Menu
        pressed
        align="end"
        triggerClass={MENU_TRIGGER_CLASS}
        triggerLabel={menuLabel(row)}
        trigger={<MenuTriggerContent />}
        entries={entries}
      />
      {code && (
        <Suspense>
          <CodeDialog subjects={[code]} from={location.href} onClose={() => setCode(null)} />
        </Suspense>
      )}
    </>
  );
}

/** Runs what a choice begins; a failure is reported over the page. */
async function reporting(title: string, act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    toast({ kind: 'problem', title, text: error instanceof Error ? error.message : '' });
  }
}

/** Where the data of a row are shown. */
function pagesOf(row: ResultRow, search: Search): readonly MenuEntry[] {
  const of = { datastream: row.datastream, variable: row.varName };
  const span = searchedSpan(search, row);
  return [
    {
      key: 'page',
      label: 'Open citable page',
      icon: <FileText size={15} aria-hidden />,
      href: thingPage('datastream', of.datastream),
    },
    {
      key: 'look',
      label: 'Look at the data',
      icon: <ChartLine size={15} aria-hidden />,
      href: spanHref(of, span),
    },
    {
      key: 'days',
      label: 'Find days',
      icon: <CalendarSearch size={15} aria-hidden />,
      href: daysHref([of], span ? [span] : []),
    },
  ];
}

const copyEntry = (address: string): MenuEntry => ({
  key: 'link',
  label: 'Copy link',
  icon: <Link2 size={15} aria-hidden />,
  onSelect: () => void copyText('Link', address),
});
