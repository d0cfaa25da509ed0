import { ListFilter } from 'lucide-react'
import type { FlagsSearch, SearchChange } from '../../../features/flags/flags-search.ts'
import { flagKinds, kindWords } from '../../../format/flag-kinds.ts'
import { Pick } from '../../../ui/controls/pick.tsx'
import { Menu, MenuChoice } from '../../../ui/overlays/menu.tsx'

type Name = 'kind' | 'end' | 'favourite' | 'stale' | 'type' | 'client'

const filters: { [name in Name]: { label: string; options: readonly { value: string; label: string }[] } } = {
  kind: {
    label: 'Kind',
    options: [
      ...flagKinds.map((value) => ({ value, label: kindWords[value].label })),
      { value: 'none', label: 'None' },
    ],
  },
  end: { label: 'End', options: [{ value: 'past', label: 'Past' }] },
  favourite: { label: 'Favourite', options: [{ value: 'yes', label: 'Yes' }] },
  stale: {
    label: 'Stale',
    options: [
      { value: 'any', label: 'For any reason' },
      { value: 'not_evaluated', label: 'Not asked' },
      { value: 'single_value', label: 'Same answer' },
    ],
  },
  type: {
    label: 'Type',
    options: ['boolean', 'string', 'number', 'json'].map((value) => ({ value, label: value })),
  },
  client: {
    label: 'Client-safe',
    options: [
      { value: 'yes', label: 'Yes' },
      { value: 'no', label: 'No' },
    ],
  },
}
const names = Object.keys(filters) as Name[]

type MoreFiltersProps = { search: FlagsSearch; onChange(change: SearchChange): void }

/** The less common filters: in one menu, and beside it while they are set. */
export const MoreFilters = ({ search, onChange }: MoreFiltersProps) => {
  const unset = names.filter((name) => search[name] === undefined)
  const set = (name: Name, value: string | undefined) => onChange({ [name]: value })
  return (
    <>
      {names
        .filter((name) => search[name] !== undefined)
        .map((name) => (
          <Pick key={name} {...filters[name]} value={search[name]} onChange={(value) => set(name, value)} />
        ))}
      {unset.length > 0 && (
        <Menu
          trigger={
            <button type="button" className="pick" aria-label="More filters">
              <ListFilter size={14} strokeWidth={1.5} aria-hidden />
              More
            </button>
          }
        >
          {unset.map((name) => (
            <MenuChoice key={name} {...filters[name]} value="" onChange={(value) => set(name, value)} />
          ))}
        </Menu>
      )}
    </>
  )
}
