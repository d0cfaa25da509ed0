import type { AuditAction, Environment } from '@bunting/contract'
import { words } from '@bunting/contract/sentences'
import type { Actor } from '../../api/actors.ts'
import type { Zone } from '../../format/days.ts'
import { Pick as PickOne } from '../../ui/controls/pick.tsx'
import { DatePick } from './date-pick.tsx'
import { actionOf, type Filter, kindOf, kinds } from './filter.ts'
import { ResourceField } from './resource-field.tsx'

type FiltersProps = {
  filter: Filter
  onChange(change: { [name in keyof Filter]: Filter[name] | undefined }): void
  /** The actors to choose from. */
  actors: readonly Actor[]
  environments: readonly Environment[]
  zone: Zone
}

/** The filters, in one row. The choice of an action appears after a kind is chosen. */
export const Filters = ({ filter, onChange, actors, environments, zone }: FiltersProps) => {
  const kind = kindOf(filter)
  const rows = Object.entries(words) as [AuditAction, (typeof words)[AuditAction]][]
  const ofKind = rows.filter(([, { resourceType }]) => resourceType === kind)
  return (
    <div className="audit-filters pushed">
      <ResourceField value={filter.resource} onChange={(resource) => onChange({ resource })} />
      <PickOne label="What" value={kind} onChange={(what) => onChange({ what })} options={kinds} />
      {ofKind.length > 1 && (
        <PickOne
          label="Action"
          value={actionOf(filter)}
          onChange={(what) => onChange({ what: what ?? kind })}
          options={ofKind.map(([value, { label }]) => ({ value, label }))}
        />
      )}
      <PickOne
        label="Who"
        value={filter.who}
        onChange={(who) => onChange({ who })}
        options={actors.map(({ id, type, name }) => ({ value: id, label: type === 'user' ? name : `The key ${name}` }))}
      />
      <PickOne
        label="Environment"
        value={filter.env}
        onChange={(env) => onChange({ env })}
        options={environments.map(({ slug, name }) => ({ value: slug, label: name }))}
      />
      <DatePick value={filter} onChange={onChange} zone={zone} />
    </div>
  )
}
