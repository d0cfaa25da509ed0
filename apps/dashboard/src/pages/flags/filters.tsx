import type { Environment } from '@bunting/contract'
import { isolate } from '@bunting/contract/text'
import type { KeyboardEvent, RefObject } from 'react'
import { SearchInput } from '../../parts/field.tsx'
import { MenuChoice, MenuLine } from '../../parts/menu.tsx'
import { Pick } from '../../parts/pick.tsx'
import { Segments } from '../../parts/segments.tsx'
import type { FlagsSearch, StateFilter } from './flags-search.ts'
import { SortPick } from './sort-pick.tsx'

const types = [
  { value: 'boolean', label: 'boolean' },
  { value: 'string', label: 'string' },
  { value: 'number', label: 'number' },
  { value: 'json', label: 'json' },
] as const

const clients = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
] as const

const stateWords: Record<StateFilter, string> = {
  on: 'On for everyone',
  rollout: 'Share of a rollout',
  rules: 'Rules decide',
  off: 'Off',
  nothing: 'Nothing yet',
}

const stales = [
  { value: 'any', label: 'For any reason' },
  { value: 'not_evaluated', label: 'Not asked' },
  { value: 'single_value', label: 'Same answer' },
] as const

type FiltersProps = {
  search: FlagsSearch
  text: string
  onText(text: string): void
  onTextDone(): void
  onChange(change: { [Name in keyof FlagsSearch]?: FlagsSearch[Name] | undefined }): void
  /** Where the state is looked at, and where it could be. */
  environment: Environment | undefined
  environments: readonly Environment[]
  /** How many there are, once all are known. */
  counts: { active: number; archived: number } | undefined
  field: RefObject<HTMLInputElement | null>
  /** From the field to the first row. */
  onDown(): void
}

export const Filters = ({ search, text, onText, onChange, environment, environments, ...props }: FiltersProps) => {
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'ArrowDown' || event.key === 'Enter') props.onDown()
    else if (event.key === 'Escape' && text !== '') onText('')
    else return
    event.preventDefault()
  }
  return (
    <search className="filters" aria-label="Flags">
      <SearchInput
        ref={props.field}
        label="Filter by name or key"
        keys="/"
        aria-keyshortcuts="/"
        value={text}
        onChange={(event) => onText(event.target.value)}
        onBlur={props.onTextDone}
        onKeyDown={onKeyDown}
      />
      <Segments
        label="Which flags"
        value={search.show ?? 'active'}
        onChange={(show) => onChange({ show: show === 'active' ? undefined : show })}
        options={[
          { value: 'active', label: 'Active', ...(props.counts && { count: props.counts.active }) },
          { value: 'archived', label: 'Archived', ...(props.counts && { count: props.counts.archived }) },
          { value: 'all', label: 'All' },
        ]}
      />
      <Pick label="Type" value={search.type} onChange={(type) => onChange({ type })} options={types} />
      <Pick label="Client-safe" value={search.client} onChange={(client) => onChange({ client })} options={clients} />
      {environment && (
        <Pick
          label={`State in ${isolate(environment.name)}`}
          value={search.state}
          onChange={(state) => onChange({ state })}
          options={Object.entries(stateWords).map(([value, label]) => ({ value: value as StateFilter, label }))}
        >
          <MenuChoice
            label="Environment"
            value={environment.slug}
            onChange={(env) => onChange({ env: env === environments[0]?.slug ? undefined : env })}
            options={environments.map(({ slug, name }) => ({ value: slug, label: name }))}
            stays
          />
          <MenuLine />
        </Pick>
      )}
      <Pick label="Stale" value={search.stale} onChange={(stale) => onChange({ stale })} options={stales} />
      <SortPick sort={search.sort} order={search.order} onChange={onChange} />
    </search>
  )
}
