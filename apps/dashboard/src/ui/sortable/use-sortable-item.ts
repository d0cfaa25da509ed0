import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { classes } from '../classes.ts'

/** What is one of a `Sortable`: what the item is given, and the grip that it is moved by. */
export const useSortableItem = (id: string, disabled = false) => {
  const { setNodeRef, setActivatorNodeRef, transform, transition, attributes, listeners, isDragging } = useSortable({
    id,
    disabled,
  })
  return {
    item: {
      ref: setNodeRef,
      className: classes(isDragging && 'dragged'),
      style: { transform: CSS.Translate.toString(transform), ...(transition ? { transition } : {}) },
    },
    grip: { ...attributes, ...listeners, ref: setActivatorNodeRef },
  }
}
