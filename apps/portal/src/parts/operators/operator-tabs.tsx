// The pages for operators, as the row of links above each of them: one line, which scrolls where
// the window is narrow.
import { useCurrentInView } from '../../ui/current-in-view.ts';

export const OPERATOR_TABS = [
  { name: 'overview', label: 'Overview', href: '#/operate/overview' },
  { name: 'approvals', label: 'Orders', href: '#/operate/approvals' },
  { name: 'queue', label: 'Queue', href: '#/operate/queue' },
  { name: 'support', label: 'Support inbox', href: '#/operate/support' },
  { name: 'reports', label: 'Write quality reports', href: '#/reports' },
  { name: 'news', label: 'News', href: '#/operate/news' },
  { name: 'harvest', label: 'Harvest report', href: '#/operate/harvest' },
  { name: 'tables', label: 'Curated tables', href: '#/operate/tables' },
  { name: 'people', label: 'People', href: '#/operate/people' },
  { name: 'words', label: 'Words', href: '#/operate/words' },
  { name: 'log', label: 'Log', href: '#/operate/log' },
] as const;
export type OperatorTab = (typeof OPERATOR_TABS)[number]['name'];

export function OperatorTabs({ current }: { readonly current: OperatorTab | undefined }) {
  const row = useCurrentInView<HTMLUListElement>(current ?? '');
  return (
    <nav aria-label="Pages for operators" className="mt-3 border-b border-rule pb-1">
      <ul ref={row} className="relative -mx-1 flex gap-x-1 overflow-x-auto p-1">
        {OPERATOR_TABS.map(({ name, label, href }) => (
          <li key={name} className="shrink-0">
            <a
              className="block rounded-md px-3 py-1.5 text-ink-2 hover:bg-sunk hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-strong aria-[current=page]:text-ink"
              href={href}
              aria-current={name === current ? 'page' : undefined}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
