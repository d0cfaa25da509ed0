import type { AuditAction } from '@bunting/contract'
import { words } from '@bunting/contract/sentences'
import { ChevronDown } from 'lucide-react'
import type { Actor } from '../data/actors.ts'
import { Menu, MenuChoice } from '../parts/menu.tsx'
import { Pick as PickOne } from '../parts/pick.tsx'
import { Segments } from '../parts/segments.tsx'
import type { Zone } from './days.ts'
import { actionOf, type Filter, kindOf, kinds } from './filter.ts'
import { ResourceField } from './resource-field.tsx'

const any = 'any'

type FiltersProps = {
  filter: Filter
  onChange(change: { [name in keyof Filter]: Filter[name] | undefined }): void
  /** Who can be asked for. */
  actors: readonly Actor[]
  zone: Zone
  onZone(zone: Zone): void
}

export const Filters = ({ filter, onChange, actors, zone, onZone }: FiltersProps) => {
  const kind = kindOf(filter)
  const action = actionOf(filter)
  const rows = Object.entries(words) as [AuditAction, (typeof words)[AuditAction]][]
  return (
    <div className="audit-filters">
      <ResourceField value={filter.resource} onChange={(resource) => onChange({ resource })} />
      <Segments
        label="What it is about"
        value={kind ?? any}
        onChange={(value) => onChange({ what: value === any ? undefined : value })}
        options={[{ value: any, label: 'Everything' }, ...kinds]}
      />
      <ZoneChoice zone={zone} onZone={onZone} />
      <div>
        <PickOne
          label="Who"
          value={filter.who}
          onChange={(who) => onChange({ who })}
          options={actors.map(({ id, type, name }) => ({
            value: id,
            label: type === 'user' ? name : `The key ${name}`,
          }))}
        />
        <PickOne
          label="Action"
          value={action}
          onChange={(what) => onChange({ what: what ?? kind })}
          options={rows
            .filter(([, { resourceType }]) => kind === undefined || resourceType === kind)
            .map(([value, { label }]) => ({ value, label }))}
        />
      </div>
    </div>
  )
}

const zones = [
  { value: 'local', label: 'Your time' },
  { value: 'utc', label: 'UTC' },
] as const

const ZoneChoice = ({ zone, onZone }: Pick<FiltersProps, 'zone' | 'onZone'>) => (
  <Menu
    align="end"
    trigger={
      <button type="button" className="pick quiet">
        {zone === 'utc' ? 'Times in UTC' : 'Times where you are'}
        <ChevronDown size={14} strokeWidth={1.5} aria-hidden />
      </button>
    }
  >
    <MenuChoice label="Times" value={zone} onChange={onZone} options={zones} />
  </Menu>
)
