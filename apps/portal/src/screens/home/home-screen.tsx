// The home screen.
import { usePageTitle } from '../../lib/page-title.ts';
import { buttonClass } from '../../ui/button.tsx';

export function HomeScreen() {
  usePageTitle(null);
  return (
    <main id="main" tabIndex={-1} className="page py-10 outline-none">
      <h1 className="title">Find, inspect and order atmospheric data</h1>
      <a className={`${buttonClass({ look: 'primary' })} mt-6`} href="#/results">
        Data Search
      </a>
    </main>
  );
}
