import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { GripVertical } from 'lucide-react'
import { IconButton } from '../../../parts/button.tsx'
import { classes } from '../../../parts/classes.ts'
import { Checkbox } from '../../../parts/field.tsx'

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
