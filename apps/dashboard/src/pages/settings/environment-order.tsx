import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { arrayMove, SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { useEnvironments } from '../../api/environments.ts'
import { useProject, useUpdateProject } from '../../api/projects.ts'
import { useBecause } from '../../api/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EnvironmentRow } from './environment-row.tsx'

/** A press becomes a drag after some pixels: until then it is a press. */
const pointer = { activationConstraint: { distance: 4 } }
const keyboard = { coordinateGetter: sortableKeyboardCoordinates }

const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 })
const modifiers = [upAndDown]

/** The environments, put into order by hand. */
export const EnvironmentOrder = ({ projectId }: { projectId: string }) => {
  const environments = useEnvironments(projectId)
  const { environmentOrder = [] } = useProject(projectId)
  const update = useUpdateProject(projectId)
  const because = useBecause('admin')
  const sensors = useSensors(useSensor(PointerSensor, pointer), useSensor(KeyboardSensor, keyboard))
  const ids = environments.map(({ id }): string => id)
  const placeOf = (id: unknown): number => ids.indexOf(String(id))
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (!over || active.id === over.id) return
    update.mutate({ environmentOrder: arrayMove(ids, placeOf(active.id), placeOf(over.id)) })
  }
  const nameOf = (id: unknown): string => environments[placeOf(id)]?.name ?? ''
  const place = (id: unknown): string => `place ${placeOf(id) + 1} of ${ids.length}`
  const announcements: Announcements = {
    onDragStart: ({ active }) => `${nameOf(active.id)} is picked up.`,
    onDragOver: ({ over }) => (over ? `It is at ${place(over.id)}.` : undefined),
    onDragEnd: ({ over }) => (over ? `It is put down at ${place(over.id)}.` : 'It is put back.'),
    onDragCancel: ({ active }) => `It is put back at ${place(active.id)}.`,
  }
  const draggable = 'Space picks it up, the arrow keys move it, Space puts it down, Esc puts it back.'
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={modifiers}
      onDragEnd={onDragEnd}
      accessibility={{ announcements, screenReaderInstructions: { draggable } }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ol className="env-order" aria-label="Environments">
          {environments.map((environment) => (
            <EnvironmentRow key={environment.id} projectId={projectId} environment={environment} because={because} />
          ))}
        </ol>
      </SortableContext>
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
    </DndContext>
  )
}
