import type { Change } from '../config/changes.ts'
import type { ConfigEntry, EnvironmentEntry, FlagEntry } from './project-file.ts'

type FlagFields = Partial<Pick<FlagEntry, 'name' | 'description' | 'clientSafe' | 'archived'>>

/** One thing that an import does. */
export type Step =
  | { do: 'create project'; slug: string; name: string }
  | { do: 'create environment'; slug: string; entry: EnvironmentEntry }
  | { do: 'update environment'; slug: string; fields: Partial<EnvironmentEntry>; changes: Change[] }
  | { do: 'create flag'; key: string; entry: FlagEntry }
  | { do: 'update flag'; key: string; fields: FlagFields; changes: Change[] }
  | {
      do: 'write config' | 'propose config'
      key: string
      env: string
      /** The latest version that was compared. */
      base: number
      config: ConfigEntry
      changes: Change[]
    }

export const stepText = (step: Step): string => {
  if (step.do === 'create project') return `create the project ${step.slug}`
  if (step.do === 'create environment') return `create the environment ${step.slug}`
  if (step.do === 'update environment') return `update the environment ${step.slug}`
  if (step.do === 'create flag') return `create the ${step.entry.type} flag ${step.key}`
  if (step.do === 'update flag') return `update the flag ${step.key}`
  return `${step.do === 'write config' ? 'write' : 'propose'} ${step.key} in ${step.env}, version ${step.base + 1}`
}

export const changesOf = (step: Step): Change[] => ('changes' in step ? step.changes : [])
