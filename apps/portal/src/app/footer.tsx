// The footer: the screens of the portal, the archive's own links, the version.
import { useConfig } from '../lib/config.ts';
import { CitationButton } from '../parts/citation/citation-button.tsx';
import { SupportButton } from './support-button.tsx';
import { WorkbenchButton } from './workbench-button.tsx';

const LINK = 'text-ink-2 underline-offset-3 hover:text-ink hover:underline';

const PLACES = [
  { label: 'Data Search', url: '#/results' },
  { label: 'Guided Search', url: '#/guidedsearch' },
  { label: 'Location Search', url: '#/locationsearch' },
  { label: 'Quality reports', url: '#/qualityreports' },
  { label: 'Is my figure still right?', url: '#/verify' },
  { label: 'My Account', url: '#/account/profile' },
  { label: 'Cart', url: '#/saved' },
] as const;

export function Footer() {
  const { links, version, title, services } = useConfig();
  const studio = services.dataStudio ? [{ label: 'Data studio', url: services.dataStudio }] : [];
  return (
    <footer className="mt-10 border-t border-rule bg-surface text-sm">
      <div className="page flex flex-wrap items-baseline gap-x-8 gap-y-3 py-6">
        <p>
          <span className="block font-serif text-base">{title}</span>
          <span className="text-ink-2">Version {version}</span>
        </p>
        <nav aria-label="Footer">
          <ul className="flex flex-wrap gap-x-4 gap-y-2">
            {[...PLACES, ...links, ...studio].map(({ label, url }) => (
              <li key={label}>
                <a
                  href={url}
                  className={LINK}
                  {...(/^https?:/.test(url) ? { target: '_blank', rel: 'noreferrer' } : {})}
                >
                  {label}
                </a>
              </li>
            ))}
            <li>
              <SupportButton className={LINK}>Support</SupportButton>
            </li>
            <li>
              <CitationButton className={LINK}>Citation Generator</CitationButton>
            </li>
            <li>
              <WorkbenchButton className={LINK} />
            </li>
          </ul>
        </nav>
      </div>
    </footer>
  );
}
