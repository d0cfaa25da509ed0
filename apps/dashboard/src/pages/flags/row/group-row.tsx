import { ChevronDown, ChevronRight } from 'lucide-react'
import type { Ref } from 'react'
import type { ListItem } from '../../../features/flags/group-flags.ts'
import { count } from '../../../format/number.ts'

type GroupRowProps = {
  group: Extract<ListItem, { kind: 'group' }>
  index: number
  onFold(id: string): void
  measure: Ref<HTMLTableRowElement> | undefined
}

/** The heading of a group, which folds and unfolds it. */
export const GroupRow = ({ group, index, onFold, measure }: GroupRowProps) => {
  const Icon = group.isOpen ? ChevronDown : ChevronRight
  return (
    <tr ref={measure} className="group" data-index={index} aria-rowindex={index + 2}>
      <th colSpan={3} scope="rowgroup">
        <button type="button" aria-expanded={group.isOpen} onClick={() => onFold(group.id)}>
          <Icon size={14} strokeWidth={1.5} aria-hidden />
          <bdi>{group.label}</bdi>
          <span className="n">{count(group.count)}</span>
        </button>
      </th>
    </tr>
  )
}
