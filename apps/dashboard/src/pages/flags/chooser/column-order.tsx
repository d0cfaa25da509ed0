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
import type { RefObject } from 'react'
import { Checkbox } from '../../../ui/controls/field.tsx'
import { productionOf } from '../../../ui/pennants/production-of.ts'
import { type ColumnName, columns } from '../columns/columns.ts'
import type { Choosing } from './choosing.ts'
import { ColumnItem } from './column-item.tsx'
import { toggled } from './toggled.ts'

/** A press becomes a drag after some pixels: until then it is a press. */
const pointer = { activationConstraint: { distance: 4 } }
const keyboard = { coordinateGetter: sortableKeyboardCoordinates }
const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 })
const modifiers = [upAndDown]
const draggable = 'Space picks it up, the arrow keys move it, Space puts it down, Esc puts it back.'

type ColumnOrderProps = Choosing & {
  /** Told to who has other uses for the keys. */
  isMoving: RefObject<boolean>
}

/** The columns: which are shown, and in which order. */
export const ColumnOrder = ({ environments, choice, choose, isMoving }: ColumnOrderProps) => {
  const { order, shown } = choice
  const sensors = useSensors(useSensor(PointerSensor, pointer), useSensor(KeyboardSensor, keyboard))
  const nameOf = (column: ColumnName): string =>
    column === 'production'
      ? `${productionOf(environments)?.name}, in words`
      : (columns[column].about ?? columns[column].label)
  const place = (id: unknown): string => `place ${order.indexOf(id as ColumnName) + 1} of ${order.length}`
  const announcements: Announcements = {
    onDragStart: ({ active }) => `${nameOf(active.id as ColumnName)} is picked up.`,
    onDragOver: ({ over }) => (over ? `It is at ${place(over.id)}.` : undefined),
    onDragEnd: ({ over }) => (over ? `It is put down at ${place(over.id)}.` : 'It is put back.'),
    onDragCancel: ({ active }) => `It is put back at ${place(active.id)}.`,
  }
  const rest = () => {
    isMoving.current = false
  }
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    rest()
    if (!over || active.id === over.id) return
    const placeOf = (id: unknown): number => order.indexOf(id as ColumnName)
    choose({ order: arrayMove([...order], placeOf(active.id), placeOf(over.id)) })
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={modifiers}
      onDragStart={() => {
        isMoving.current = true
      }}
      onDragCancel={rest}
      onDragEnd={onDragEnd}
      accessibility={{ announcements, screenReaderInstructions: { draggable } }}
    >
      <p>Once you move one, the upper ones stay longest when there is little room</p>
      <SortableContext items={[...order]} strategy={verticalListSortingStrategy}>
        <ol aria-label="Columns">
          {['Pennants', 'Flag'].map((name) => (
            <li key={name}>
              <Checkbox checked disabled readOnly>
                {name}
              </Checkbox>
              <small>always</small>
            </li>
          ))}
          {order.map((name) => (
            <ColumnItem
              key={name}
              id={name}
              name={nameOf(name)}
              isShown={shown.includes(name)}
              onChange={() => choose({ shown: toggled(shown, name) })}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  )
}
