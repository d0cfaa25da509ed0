import { ArrowDown, ArrowUp } from 'lucide-react'
import { Menu, MenuChoice } from '../../parts/menu.tsx'
import type { FlagsSearch } from './flags-search.ts'

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

type SortPickProps = Pick<FlagsSearch, 'sort' | 'order'> & {
  onChange(change: Pick<FlagsSearch, 'sort' | 'order'>): void
}

export const SortPick = ({ sort, order, onChange }: SortPickProps) => {
  const isTime = sort === undefined || sort === 'created'
  const names = isTime ? orderNames.time : orderNames.letters
  const label = sorts.find(({ value }) => value === (sort ?? 'changed'))?.label
  // The arrow points to where the larger ones are: old to new, A to Z.
  const Arrow = isTime === (order === undefined) ? ArrowDown : ArrowUp
  return (
    <Menu
      align="end"
      trigger={
        <button type="button" className="pick sort" aria-label={`Sorted by ${label}, ${names[order ?? 'usual']}`}>
          {label}
          <Arrow size={14} strokeWidth={1.5} aria-hidden />
        </button>
      }
    >
      <MenuChoice
        label="Sort by"
        value={sort ?? 'changed'}
        onChange={(next) => onChange({ sort: next === 'changed' ? undefined : next, order })}
        options={sorts}
        stays
      />
      <MenuChoice
        label="Order"
        value={order ?? 'usual'}
        onChange={(next) => onChange({ sort, order: next === 'usual' ? undefined : next })}
        options={(['usual', 'reversed'] as const).map((value) => ({ value, label: names[value] }))}
      />
    </Menu>
  )
}
