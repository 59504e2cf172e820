// The pages for operators: how the archive is, what waits for a decision, and what can be corrected.

import type { ComponentType } from 'react';
import { usePageTitle } from '../../lib/page-title.ts';
import { useParams } from '../../lib/router/provider.tsx';
import { Operators } from '../../parts/operators/operators.tsx';
import { EmptyPanel } from '../../ui/panels.tsx';
import { ApprovalsTab } from './approvals-tab.tsx';
import { HarvestTab } from './harvest-tab.tsx';
import { LogTab } from './log-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { PeopleTab } from './people-tab.tsx';
import { QueueTab } from './queue-tab.tsx';
import { TablesTab } from './tables-tab.tsx';
import { WordsTab } from './words-tab.tsx';

type Tab = {
  readonly name: string;
  readonly label: string;
  readonly content: ComponentType<{ readonly name: string | undefined }>;
};

const TABS: readonly Tab[] = [
  { name: 'overview', label: 'Overview', content: OverviewTab },
  { name: 'approvals', label: 'Orders', content: ApprovalsTab },
  { name: 'queue', label: 'Queue', content: QueueTab },
  { name: 'harvest', label: 'Harvest report', content: HarvestTab },
  { name: 'tables', label: 'Curated tables', content: TablesTab },
  { name: 'people', label: 'People', content: PeopleTab },
  { name: 'words', label: 'Words', content: WordsTab },
  { name: 'log', label: 'Log', content: LogTab },
];

export function AdminScreen() {
  const { _splat = '' } = useParams();
  const [tab = 'overview', name] = _splat.split('/').filter(Boolean);
  const shown = TABS.find((one) => one.name === tab.toLowerCase());
  usePageTitle(shown ? `Operate: ${shown.label}` : 'Operate');
  return (
    <main id="main" tabIndex={-1} className="page py-6 outline-none">
      <h1 className="title">Operate the archive</h1>
      <Operators why="These pages are for operators of the archive.">
        <nav aria-label="Pages for operators" className="mt-3 border-b border-rule pb-2">
          <ul className="flex flex-wrap gap-x-1 gap-y-1">
            {TABS.map((one) => (
              <li key={one.name}>
                <a
                  className="block rounded-md px-3 py-1.5 text-ink-2 hover:bg-sunk hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-strong aria-[current=page]:text-ink"
                  href={`#/operate/${one.name}`}
                  aria-current={one === shown ? 'page' : undefined}
                >
                  {one.label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {shown ? (
          <section aria-labelledby="operate-title" className="mt-5 min-w-0">
            <h2 id="operate-title" className="title-2 mb-3">
              {shown.label}
            </h2>
            <shown.content name={name} />
          </section>
        ) : (
          <EmptyPanel
            title={`There is no page “${tab}” here`}
            text="Choose one of the pages above."
          />
        )}
      </Operators>
    </main>
  );
}
