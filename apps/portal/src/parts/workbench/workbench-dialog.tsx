// The Data Workbench: what it will be, its modules, and the link to its dashboard. Alpha.
import type { PortalConfig } from '@isobar/contract/calls/config.ts';
import { useConfig } from '../../lib/config.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

type Module = PortalConfig['workbench']['modules'][number];

export function WorkbenchDialog({ onClose }: { readonly onClose: () => void }) {
  const { workbench, archiveName } = useConfig();
  const { dashboard, modules } = workbench;
  return (
    <Dialog
      open
      onClose={onClose}
      width="760px"
      title="Data Workbench"
      description={`An ecosystem of tools around the ${archiveName} archive: find data, stage and view them, manage your results, learn, and publish. This is an alpha version: some parts are still being built.`}
      {...(dashboard
        ? {
            footer: (
              <a
                className={buttonClass({ look: 'primary' })}
                href={dashboard}
                {...beside(dashboard)}
                onClick={onClose}
              >
                Open the dashboard
              </a>
            ),
          }
        : {})}
    >
      <ul className="grid gap-x-8 sm:grid-cols-2">
        {modules.map((module) => (
          <li key={module.title} className="border-b border-rule py-3">
            <ModuleCard module={module} onFollow={onClose} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function ModuleCard(props: { readonly module: Module; readonly onFollow: () => void }) {
  const { title, text, url, comingSoon } = props.module;
  return (
    <>
      <h3 className="flex flex-wrap items-baseline gap-2 font-serif text-lg font-medium">
        {comingSoon || !url ? (
          title
        ) : (
          <a className="link" href={url} {...beside(url)} onClick={props.onFollow}>
            {title}
          </a>
        )}
        {comingSoon && (
          <span className="rounded-full bg-accent-soft px-2 font-sans text-xs text-accent">
            coming soon
          </span>
        )}
      </h3>
      <p className="mt-0.5 text-ink-2">{text}</p>
    </>
  );
}

/** Tools at other addresses open in a new tab, screens of the portal in this one. */
const beside = (url: string) =>
  /^https?:/.test(url) ? { target: '_blank', rel: 'noreferrer' } : {};
