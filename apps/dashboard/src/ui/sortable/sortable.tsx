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
import type { ReactNode, RefObject } from 'react'

/** A press becomes a drag only after the pointer moved this far. */
const pointer = { activationConstraint: { distance: 4 } }
const keyboard = { coordinateGetter: sortableKeyboardCoordinates }
const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 })
const modifiers = [upAndDown]
const draggable = 'Space picks it up, the arrow keys move it, Space puts it down, Esc puts it back.'

type SortableProps<Id extends string> = {
  ids: readonly Id[]
  nameOf(id: Id): string
  /** Called with the ids in their new order. */
  onSort(ids: Id[]): void
  /** True while an item is being moved, for components that handle the same keys. */
  isMoving?: RefObject<boolean>
  children: ReactNode
}

/** A list that is sorted by dragging or with keys. Each item uses `useSortableItem`. */
export const Sortable = <Id extends string>({ ids, nameOf, onSort, isMoving, children }: SortableProps<Id>) => {
  const sensors = useSensors(useSensor(PointerSensor, pointer), useSensor(KeyboardSensor, keyboard))
  const indexOf = (id: unknown): number => ids.indexOf(id as Id)
  const sayPosition = (id: unknown): string => `place ${indexOf(id) + 1} of ${ids.length}`
  const announcements: Announcements = {
    onDragStart: ({ active }) => `${nameOf(active.id as Id)} is picked up.`,
    onDragOver: ({ over }) => (over ? `It is at ${sayPosition(over.id)}.` : undefined),
    onDragEnd: ({ over }) => (over ? `It is put down at ${sayPosition(over.id)}.` : 'It is put back.'),
    onDragCancel: ({ active }) => `It is put back at ${sayPosition(active.id)}.`,
  }
  const move = (moving: boolean) => {
    if (isMoving) isMoving.current = moving
  }
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    move(false)
    if (over && active.id !== over.id) onSort(arrayMove([...ids], indexOf(active.id), indexOf(over.id)))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={modifiers}
      onDragStart={() => move(true)}
      onDragCancel={() => move(false)}
      onDragEnd={onDragEnd}
      accessibility={{ announcements, screenReaderInstructions: { draggable } }}
    >
      <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  )
}
