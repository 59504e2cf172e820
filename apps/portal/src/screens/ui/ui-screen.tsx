// Every part of ui/ in its states, to look at while they are made: in development only (see
// app/router.ts).
import { usePageTitle } from '../../lib/page-title.ts';
import { useTheme } from '../../lib/theme.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { Controls } from './controls.tsx';
import { Overlays } from './overlays.tsx';
import { Readings } from './readings.tsx';

export function UiScreen() {
  usePageTitle('Parts of the interface');
  const [theme, setTheme] = useTheme();
  return (
    <main id="main" tabIndex={-1} className="page py-8 outline-none">
      <div className="mb-4 flex flex-wrap items-end gap-4">
        <h1 className="title mr-auto">Parts of the interface</h1>
        <Segmented
          label="Theme"
          value={theme}
          segments={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
          onChange={setTheme}
        />
      </div>
      <div className="grid gap-x-10 lg:grid-cols-2 [&>div]:min-w-0">
        <div>
          <Controls />
        </div>
        <div>
          <Readings />
          <Overlays />
        </div>
      </div>
    </main>
  );
}
