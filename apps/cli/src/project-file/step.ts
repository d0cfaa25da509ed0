import type { Change } from '@bunting/contract/text'
import type { ConfigStep } from './config-step.ts'
import type { ConfigEntry, EnvironmentEntry, FlagEntry, SegmentConfigEntry, SegmentEntry } from './project-file.ts'

type FlagFields = Partial<
  Pick<
    FlagEntry,
    'name' | 'description' | 'clientSafe' | 'archived' | 'tags' | 'owner' | 'kind' | 'expectedEnd' | 'managedBy'
  >
> & {
  schema?: FlagEntry['schema'] | null
}
type SegmentFields = Partial<Pick<SegmentEntry, 'name' | 'description' | 'archived' | 'managedBy'>>
type Written<Config> = Omit<ConfigStep<Config>, 'how'>

/** One step of an import. */
export type Step =
  | { do: 'create project'; slug: string; name: string }
  | { do: 'create environment'; slug: string; entry: EnvironmentEntry }
  | { do: 'update environment'; slug: string; fields: Partial<EnvironmentEntry>; changes: Change[] }
  | { do: 'create segment'; key: string; entry: SegmentEntry }
  | { do: 'update segment'; key: string; fields: SegmentFields; changes: Change[] }
  | ({ do: 'write segment' } & Written<SegmentConfigEntry>)
  | ({ do: 'propose segment' } & Written<SegmentConfigEntry>)
  | { do: 'create flag'; key: string; entry: FlagEntry }
  | { do: 'update flag'; key: string; fields: FlagFields; changes: Change[] }
  | ({ do: 'write config' } & Written<ConfigEntry>)
  | ({ do: 'propose config' } & Written<ConfigEntry>)

export const stepText = (step: Step): string => {
  if (step.do === 'create project') return `create the project ${step.slug}`
  if (step.do === 'create environment') return `create the environment ${step.slug}`
  if (step.do === 'update environment') return `update the environment ${step.slug}`
  if (step.do === 'create segment') return `create the segment ${step.key}`
  if (step.do === 'update segment') return `update the segment ${step.key}`
  if (step.do === 'create flag') return `create the ${step.entry.type} flag ${step.key}`
  if (step.do === 'update flag') return `update the flag ${step.key}`
  const [verb, what] = step.do.split(' ')
  return `${verb} ${what === 'segment' ? 'the segment ' : ''}${step.key} in ${step.env}, version ${step.base + 1}`
}

export const changesOf = (step: Step): Change[] => ('changes' in step ? step.changes : [])
