import { type FlagKind, limits } from '@bunting/contract'
import { useMemo } from 'react'
import { useActors } from '../../api/actors.ts'
import { useFlags } from '../../api/flags.ts'
import { useMembers } from '../../api/members.ts'
import { useSession } from '../../api/session.ts'
import { flagKinds, kindWords } from '../../format/flag-kinds.ts'
import { Field, Input, Select } from '../../ui/controls/field.tsx'
import { TagInput } from '../../ui/controls/tag-input.tsx'
import { tagsOf } from './tags-of.ts'

/** Facts that help to find a flag. Null means none. */
export type Facts = {
  tags: readonly string[]
  ownerId: string | null
  kind: FlagKind | null
  expectedEnd: string | null
}

export const noFacts: Facts = { tags: [], ownerId: null, kind: null, expectedEnd: null }

type FlagWithFacts = {
  tags?: readonly string[] | undefined
  ownerId?: string | undefined
  kind?: FlagKind | undefined
  expectedEnd?: string | undefined
}

export const factsOf = ({ tags = [], ownerId = '', kind, expectedEnd = '' }: FlagWithFacts): Facts => ({
  tags,
  ownerId: ownerId || null,
  kind: kind ?? null,
  expectedEnd: expectedEnd || null,
})

export const factsProblem = ({ tags }: Facts): string | undefined =>
  tags.length > limits.tags ? `At most ${limits.tags} tags; it has ${tags.length}.` : undefined

type FactFieldsProps = { projectId: string; facts: Facts; onChange(facts: Facts): void; problem: string | undefined }

export const FactFields = ({ projectId, facts, onChange, problem }: FactFieldsProps) => {
  const { items } = useFlags(projectId)
  const known = useMemo(() => tagsOf(items ?? []), [items])
  const set = (change: Partial<Facts>) => onChange({ ...facts, ...change })
  return (
    <>
      <TagInput
        label="Tags"
        aside="optional, with a comma between"
        values={facts.tags}
        onChange={(tags) => set({ tags })}
        suggestions={known}
        problem={problem}
      />
      <div className="grid gap-4 mid:grid-cols-2">
        <OwnerField value={facts.ownerId} onChange={(ownerId) => set({ ownerId })} />
        <Field label="Kind">
          {(control) => (
            <Select
              {...control}
              value={facts.kind ?? ''}
              onChange={({ target }) => set({ kind: (target.value || null) as FlagKind | null })}
            >
              <option value="">None</option>
              {flagKinds.map((kind) => (
                <option key={kind} value={kind} title={kindWords[kind].words}>
                  {kindWords[kind].label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Expected end" hint="When the code should do without it.">
          {(control) => (
            <Input
              {...control}
              type="date"
              value={facts.expectedEnd ?? ''}
              onChange={({ target }) => set({ expectedEnd: target.value || null })}
            />
          )}
        </Field>
      </div>
    </>
  )
}

type OwnerFieldProps = {
  /** Undefined if nothing is chosen yet, null for nobody. */
  value: string | null | undefined
  onChange(ownerId: string | null): void
}

/** Chooses a member by name. A removed member stays until another is chosen. */
export const OwnerField = ({ value, onChange }: OwnerFieldProps) => {
  const { user } = useSession()
  const { items: members = [] } = useMembers()
  const actorOf = useActors(value ? [value] : [])
  const others = members.filter(({ id }) => id !== user.id).toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  const isListed = !value || value === user.id || others.some(({ id }) => id === value)
  return (
    <Field label="Owner">
      {(control) => (
        <Select
          {...control}
          value={value ?? (value === null ? '' : 'choose')}
          onChange={({ target }) => onChange(target.value || null)}
        >
          {value === undefined && (
            <option value="choose" disabled>
              Choose who
            </option>
          )}
          <option value="">Nobody</option>
          {!isListed && <option value={value}>{actorOf(value).name}</option>}
          <option value={user.id}>{user.name} (you)</option>
          {others.map(({ id, name, email }) => (
            <option key={id} value={id}>
              {name}
              {others.some((other) => other.id !== id && other.name === name) && email && `, ${email}`}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
