// Guided search: a start choice, then one question after the other, and a search at the end.
import { usePageTitle } from '../../lib/page-title.ts';
import { Flow } from './flow.tsx';
import { useGuidedAddress } from './guided-address.ts';
import { StartChoices } from './start-choices.tsx';

export function GuidedSearchScreen() {
  usePageTitle('Guided Search');
  const { guided, go, toResults } = useGuidedAddress();
  return (
    <main id="main" tabIndex={-1} className="page py-10 outline-none">
      <div className="mx-auto max-w-[64rem]">
        <h1 className="title">Guided Search</h1>
        <p className="mt-2 max-w-[44rem] text-base text-ink-2">
          {guided
            ? 'Answer what you know. You can go to the results at any step and narrow them further there.'
            : 'A few questions lead to the data. Where would you like to start?'}
        </p>
        {guided ? (
          <Flow key={guided.flow} guided={guided} go={go} toResults={toResults} />
        ) : (
          <StartChoices />
        )}
      </div>
    </main>
  );
}
