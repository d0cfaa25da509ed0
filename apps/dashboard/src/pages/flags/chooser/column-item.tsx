import { GripVertical } from 'lucide-react'
import { IconButton } from '../../../ui/controls/button.tsx'
import { Checkbox } from '../../../ui/controls/field.tsx'
import { useSortableItem } from '../../../ui/sortable/use-sortable-item.ts'

type ColumnItemProps = { id: string; name: string; isShown: boolean; onChange(): void }

/** A column that can be hidden, or moved by its grip. */
export const ColumnItem = ({ id, name, isShown, onChange }: ColumnItemProps) => {
  const { item, grip } = useSortableItem(id)
  return (
    <li {...item}>
      <Checkbox checked={isShown} onChange={onChange}>
        <bdi>{name}</bdi>
      </Checkbox>
      <IconButton {...grip} name={`Move ${name}`} className="mover">
        <GripVertical size={14} strokeWidth={1.5} aria-hidden />
      </IconButton>
    </li>
  )
}
