import { useEnvironments } from '../../api/environments.ts'
import { useProject, useUpdateProject } from '../../api/projects.ts'
import { useBecause } from '../../api/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Sortable } from '../../ui/sortable/sortable.tsx'
import { EnvironmentRow } from './environment-row.tsx'

/** The environments, in an order that the user can change. */
export const EnvironmentOrder = ({ projectId }: { projectId: string }) => {
  const environments = useEnvironments(projectId)
  const { environmentOrder = [] } = useProject(projectId)
  const update = useUpdateProject(projectId)
  const because = useBecause('admin')
  const nameOf = (id: string): string => environments.find((one) => one.id === id)?.name ?? ''
  return (
    <Sortable
      ids={environments.map(({ id }) => id)}
      nameOf={nameOf}
      onSort={(sorted) => update.mutate({ environmentOrder: sorted })}
    >
      <ol className="env-order" aria-label="Environments">
        {environments.map((environment) => (
          <EnvironmentRow key={environment.id} projectId={projectId} environment={environment} because={because} />
        ))}
      </ol>
      {environmentOrder.length > 0 && (
        <Button
          kind="ghost"
          size="sm"
          because={because}
          busy={update.isPending}
          onClick={() => update.mutate({ environmentOrder: [] })}
        >
          Back to the order they were made in
        </Button>
      )}
    </Sortable>
  )
}
