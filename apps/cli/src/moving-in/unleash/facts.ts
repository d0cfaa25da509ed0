import type { FlagType } from '@bunting/engine'
import type { FlagEntry } from '../../project-file/project-file.ts'
import { descriptionFor, nameFor, tagsFor } from '../shared/facts.ts'
import type { TheirFacts } from './schema.ts'

const kinds: ReadonlyMap<string, FlagEntry['kind']> = new Map([
  ['release', 'release'],
  ['experiment', 'experiment'],
  ['operational', 'operational'],
  ['kill-switch', 'operational'],
  ['permission', 'permission'],
])

/** The fields of a flag that are the same in all environments. */
export const flagEntry = (facts: TheirFacts, tags: readonly string[], type: FlagType, name = facts.name): FlagEntry => {
  const kind = kinds.get(facts.type ?? '')
  const path = `/projects/${facts.project ?? 'default'}/features/${encodeURIComponent(facts.name)}`
  return {
    name: nameFor(name, 'flag'),
    description: descriptionFor(facts.description, `From Unleash: ${path}`),
    type,
    clientSafe: false,
    tags: tagsFor('unleash', [...tags, ...(facts.stale ? ['stale'] : [])]),
    ...(kind ? { kind } : {}),
    archived: facts.archived ?? false,
    environments: {},
  }
}
