// The pages for operators: how the archive is, what waits for a decision, and what can be
// corrected.

import type { ComponentType } from 'react';
import { usePageTitle } from '../../lib/page-title.ts';
import { useParams } from '../../lib/router/provider.tsx';
import {
  OPERATOR_TABS,
  type OperatorTab,
  OperatorTabs,
} from '../../parts/operators/operator-tabs.tsx';
import { Operators } from '../../parts/operators/operators.tsx';
import { EmptyPanel } from '../../ui/panels.tsx';
import { ApprovalsTab } from './approvals-tab.tsx';
import { HarvestTab } from './harvest-tab.tsx';
import { LogTab } from './log-tab.tsx';
import { NewsTab } from './news-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { PeopleTab } from './people-tab.tsx';
import { QueueTab } from './queue-tab.tsx';
import { SupportTab } from './support-tab.tsx';
import { TablesTab } from './tables-tab.tsx';
import { WordsTab } from './words-tab.tsx';

const CONTENT: Readonly<
  Record<Exclude<OperatorTab, 'reports'>, ComponentType<{ readonly name: string | undefined }>>
> = {
  overview: OverviewTab,
  approvals: ApprovalsTab,
  queue: QueueTab,
  support: SupportTab,
  news: NewsTab,
  harvest: HarvestTab,
  tables: TablesTab,
  people: PeopleTab,
  words: WordsTab,
  log: LogTab,
};

export function AdminScreen() {
  const { _splat = '' } = useParams();
  const [tab = 'overview', name] = _splat.split('/').filter(Boolean);
  const shown = OPERATOR_TABS.find((one) => one.name === tab.toLowerCase());
  const Content = shown && shown.name !== 'reports' ? CONTENT[shown.name] : undefined;
  usePageTitle(shown ? `Operate: ${shown.label}` : 'Operate');
  return (
    <main id="main" tabIndex={-1} className="page py-6 outline-none">
      <h1 className="title">Operate the archive</h1>
      <Operators why="These pages are for operators of the archive.">
        <OperatorTabs current={shown?.name} />
        {shown && Content ? (
          <section aria-labelledby="operate-title" className="mt-5 min-w-0">
            <h2 id="operate-title" className="title-2 mb-3">
              {shown.label}
            </h2>
            <Content name={name} />
          </section>
        ) : (
          <EmptyPanel title={`There is no page “${tab}”`} text="Choose one of the pages above." />
        )}
      </Operators>
    </main>
  );
}
