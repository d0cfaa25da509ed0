import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { GripVertical } from 'lucide-react'
import { classes } from '../../../ui/classes.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { Checkbox } from '../../../ui/controls/field.tsx'

type ColumnItemProps = { id: string; name: string; isShown: boolean; onChange(): void }

/** A column that can be left out, or moved by its grip. */
export const ColumnItem = ({ id, name, isShown, onChange }: ColumnItemProps) => {
  const { setNodeRef, setActivatorNodeRef, transform, transition, attributes, listeners, isDragging } = useSortable({
    id,
  })
  return (
    <li
      ref={setNodeRef}
      className={classes(isDragging && 'dragged')}
      style={{ transform: CSS.Translate.toString(transform), ...(transition ? { transition } : {}) }}
    >
      <Checkbox checked={isShown} onChange={onChange}>
        <bdi>{name}</bdi>
      </Checkbox>
      <IconButton {...attributes} {...listeners} ref={setActivatorNodeRef} name={`Move ${name}`} className="mover">
        <GripVertical size={14} strokeWidth={1.5} aria-hidden />
      </IconButton>
    </li>
  )
}
