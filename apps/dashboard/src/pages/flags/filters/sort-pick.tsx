import { ArrowDown, ArrowUp } from 'lucide-react'
import type { FlagsSearch, SearchChange } from '../../../features/flags/flags-search.ts'
import { Menu, MenuChoice, MenuLine } from '../../../ui/overlays/menu.tsx'

const sorts = [
  { value: 'changed', label: 'Last change' },
  { value: 'created', label: 'Made' },
  { value: 'name', label: 'Name' },
  { value: 'key', label: 'Key' },
] as const

const orderNames = {
  time: { usual: 'Newest first', reversed: 'Oldest first' },
  letters: { usual: 'A to Z', reversed: 'Z to A' },
}

const groups = [
  { value: 'none', label: 'Nothing' },
  { value: 'tag', label: 'Tag' },
  { value: 'owner', label: 'Owner' },
] as const

type SortPickProps = Pick<FlagsSearch, 'sort' | 'order' | 'group'> & { onChange(change: SearchChange): void }

/** Chooses the sorting and the grouping of the rows. */
export const SortPick = ({ sort, order, group, onChange }: SortPickProps) => {
  const isTime = sort === undefined || sort === 'created'
  const names = isTime ? orderNames.time : orderNames.letters
  const label = sorts.find(({ value }) => value === (sort ?? 'changed'))?.label
  const grouping = group && `, by ${group}`
  // The arrow points to the larger values: old to new, A to Z.
  const Arrow = isTime === (order === undefined) ? ArrowDown : ArrowUp
  return (
    <Menu
      align="end"
      trigger={
        <button
          type="button"
          className="pick sort"
          aria-label={`Sorted by ${label}${grouping ?? ''}, ${names[order ?? 'usual']}`}
        >
          {label}
          {grouping}
          <Arrow size={14} strokeWidth={1.5} aria-hidden />
        </button>
      }
    >
      <MenuChoice
        label="Sort by"
        value={sort ?? 'changed'}
        onChange={(next) => onChange({ sort: next === 'changed' ? undefined : next })}
        options={sorts}
        stays
      />
      <MenuChoice
        label="Order"
        value={order ?? 'usual'}
        onChange={(next) => onChange({ order: next === 'usual' ? undefined : next })}
        options={(['usual', 'reversed'] as const).map((value) => ({ value, label: names[value] }))}
      />
      <MenuLine />
      <MenuChoice
        label="Group by"
        value={group ?? 'none'}
        onChange={(next) => onChange({ group: next === 'none' ? undefined : next })}
        options={groups}
      />
    </Menu>
  )
}
