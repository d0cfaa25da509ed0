import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { classes } from '../classes.ts'

/** An item of a `Sortable`: the props of the item itself, and of the grip that moves it. */
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
