import {
  type Active,
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  type Over,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable'
import type { ReactNode } from 'react'
import { moveRule } from '../draft/edit.ts'
import type { Editing } from './editing.ts'

/** A press becomes a drag only after the pointer moved this far. */
const pointer = { activationConstraint: { distance: 4 } }
const keyboard = { coordinateGetter: sortableKeyboardCoordinates }

/** A rule moves only up and down, and stays within the list. */
const alongThePole: Modifier = ({ transform, draggingNodeRect: rule, containerNodeRect: pole }) => {
  if (!rule || !pole) return { ...transform, x: 0 }
  const [highest, lowest] = [pole.top - rule.top, pole.bottom - rule.bottom]
  return { ...transform, x: 0, y: Math.min(Math.max(transform.y, highest), lowest) }
}

const modifiers = [alongThePole]

/** Lets users sort rules by dragging. It is outside the editor, so that edits do not render it: that checks every rule. */
export const Sorting = ({ edit, children }: Pick<Editing, 'edit'> & { children: ReactNode }) => {
  const sensors = useSensors(useSensor(PointerSensor, pointer), useSensor(KeyboardSensor, keyboard))
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (!over) return
    edit((now) => {
      const indexOf = (ruleId: unknown) => now.rules.findIndex(({ id }) => id === ruleId)
      return moveRule(now, indexOf(active.id), indexOf(over.id))
    })
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={modifiers}
      onDragEnd={onDragEnd}
      accessibility={accessibility}
    >
      {children}
    </DndContext>
  )
}

const sayPosition = ({ data }: Active | Over): string => {
  const { index = 0, items = [] } = data.current?.sortable ?? {}
  return `${index + 1} of ${items.length}`
}

const announcements: Announcements = {
  onDragStart: ({ active }) => `Rule ${sayPosition(active)} is picked up.`,
  onDragOver: ({ over }) => (over ? `It is at place ${sayPosition(over)}.` : undefined),
  onDragEnd: ({ over }) => (over ? `It is put down at place ${sayPosition(over)}.` : 'It is put back.'),
  onDragCancel: ({ active }) => `It is put back at place ${sayPosition(active)}.`,
}

const accessibility = {
  announcements,
  screenReaderInstructions: {
    draggable: 'Space picks the rule up, the arrow keys move it, Space puts it down, Esc puts it back.',
  },
}
