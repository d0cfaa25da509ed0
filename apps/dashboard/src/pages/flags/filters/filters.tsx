import type { Environment } from '@bunting/contract'
import { isolate } from '@bunting/contract/text'
import { type KeyboardEvent, type RefObject, useMemo } from 'react'
import { useActors } from '../../../api/actors.ts'
import type { FlagInList } from '../../../api/flags.ts'
import { useSession } from '../../../api/session.ts'
import { owners } from '../../../features/flags/choose-flags.ts'
import type { FlagsSearch, SearchChange, StateFilter } from '../../../features/flags/flags-search.ts'
import { tagsOf } from '../../../features/flags/tags-of.ts'
import { SearchInput } from '../../../ui/controls/field.tsx'
import { Pick } from '../../../ui/controls/pick.tsx'
import { Segments } from '../../../ui/controls/segments.tsx'
import { MenuChoice, MenuLine } from '../../../ui/overlays/menu.tsx'
import type { Choosing } from '../chooser/choosing.ts'
import { ColumnsButton } from '../chooser/columns-button.tsx'
import { MoreFilters } from './more-filters.tsx'
import { SortPick } from './sort-pick.tsx'

const stateWords: Record<StateFilter, string> = {
  on: 'On for everyone',
  rollout: 'Share of a rollout',
  rules: 'Rules decide',
  off: 'Off',
  nothing: 'Nothing yet',
}

type FiltersProps = Omit<Choosing, 'environments'> & {
  search: FlagsSearch
  text: string
  onText(text: string): void
  onTextDone(): void
  onChange(change: SearchChange): void
  /** Every flag of the project, for the choice of tags and owners. */
  all: readonly FlagInList[]
  /** The environment whose state is filtered, and all that could be. */
  environment: Environment | undefined
  environments: readonly Environment[]
  /** The number of flags, once all are loaded. */
  counts: { active: number; archived: number } | undefined
  field: RefObject<HTMLInputElement | null>
  /** Moves the focus from the field to the first row. */
  onDown(): void
}

export const Filters = ({ search, text, onText, onChange, environment, environments, ...props }: FiltersProps) => {
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'ArrowDown' || event.key === 'Enter') props.onDown()
    else if (event.key === 'Escape' && text !== '') onText('')
    else return
    event.preventDefault()
  }
  const tags = useMemo(() => tagsOf(props.all), [props.all])
  return (
    <search className="filters pushed" aria-label="Flags">
      <SearchInput
        ref={props.field}
        label="Find by any words"
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
      {(tags.length > 0 || search.tag !== undefined) && (
        <Pick
          label="Tag"
          value={search.tag}
          onChange={(tag) => onChange({ tag })}
          options={withValue(tags, search.tag).map((tag) => ({ value: tag, label: tag }))}
        />
      )}
      <OwnerPick owner={search.owner} all={props.all} onChange={onChange} />
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
      <MoreFilters search={search} onChange={onChange} />
      <div className="end-tools">
        <SortPick sort={search.sort} order={search.order} group={search.group} onChange={onChange} />
        <ColumnsButton environments={environments} choice={props.choice} choose={props.choose} />
      </div>
    </search>
  )
}

/** Adds the address's value to the options, even if no flag has it. */
const withValue = (known: readonly string[], value: string | undefined): readonly string[] =>
  value === undefined || known.includes(value) ? known : [value, ...known]

type OwnerPickProps = { owner: string | undefined; all: readonly FlagInList[]; onChange(change: SearchChange): void }

const OwnerPick = ({ owner, all, onChange }: OwnerPickProps) => {
  const { user } = useSession()
  const ids = useMemo(() => [...new Set(all.flatMap(({ ownerId }) => ownerId ?? []))], [all])
  const isPerson = owner !== undefined && !(owner in owners)
  const others = withValue(ids, isPerson ? owner : undefined).filter((id) => id !== user.id)
  const actorOf = useActors(others)
  return (
    <Pick
      label="Owner"
      value={owner}
      onChange={(next) => onChange({ owner: next })}
      options={[
        { value: owners.me, label: 'Me' },
        { value: owners.nobody, label: 'Nobody' },
        { value: owners.somebody, label: 'Somebody' },
        ...others
          .map((id) => ({ value: id, label: actorOf(id).name }))
          .sort((a, b) => a.label.localeCompare(b.label, 'en')),
      ]}
    />
  )
}
