// Staging to the notebook hub: only for users with access to one of its projects.
import { stagingFolders } from '@isobar/contract/calls/files.ts';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import { useSession } from '../../lib/session.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Select } from '../../ui/select.tsx';

type Project = { readonly name: string; readonly path: string };

export function StagingChoice(props: {
  /** Null: not staged. */
  readonly path: string | null;
  readonly onChange: (path: string | null) => void;
}) {
  const { path, onChange } = props;
  const projects = useProjects();
  if (projects.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Checkbox
        checked={path !== null}
        onChange={(on) => onChange(on ? defaultPath(projects) : null)}
      >
        Notebook hub
      </Checkbox>
      {path !== null && (
        <Select
          quietLabel
          label="Folder of the notebook hub"
          value={path}
          choices={projects.map((project) => ({ value: project.path, label: project.name }))}
          onChange={onChange}
        />
      )}
    </div>
  );
}

/** The home folder when there is one, else the first project. */
export const defaultPath = (projects: readonly Project[]): string | null =>
  (projects.find((project) => project.name.toLowerCase() === 'home') ?? projects[0])?.path ?? null;

/**
 * Without access, or where there is no notebook hub, the answer is empty or an error: then nothing
 * is offered.
 */
function useProjects(): readonly Project[] {
  const config = useConfig();
  const { person } = useSession();
  const { data } = useQuery({
    queryKey: ['staging-projects', person?.personId],
    enabled: Boolean(person),
    staleTime: 10 * 60_000,
    retry: false,
    meta: { optional: true },
    queryFn: ({ signal }) =>
      ask(config, stagingFolders, { query: { personId: person?.personId }, signal }),
  });
  return data?.projects ?? [];
}
