import type { Client } from '@bunting/contract'
import { own } from '../core/own.ts'
import type { Site } from '../project-file/apply.ts'
import type { Current, Noun } from '../project-file/plan-parts.ts'
import type { Step } from '../project-file/step.ts'
import { nameActors } from '../server/name-actors.ts'
import { configDrift } from './config-drift.ts'
import type { Ours } from './dashboard-fields.ts'
import type { Drift, Found } from './drift.ts'
import { entryDrift } from './entry-drift.ts'

/** Finds drift in everything that is about to change and that this repository already manages. */
export const findDrift = async (
  api: Client,
  site: Site,
  steps: readonly Step[],
  current: Current,
  managedBy: string,
  oursOf: (noun: Noun, key: string) => Ours,
): Promise<Drift[]> => {
  const found: Found[] = []
  for (const step of steps) {
    const noun = step.do.endsWith('segment') ? 'segment' : 'flag'
    const key = 'key' in step ? step.key : ''
    const entry = noun === 'flag' ? own(current.flags, key) : own(current.segments, key)
    if (entry?.managedBy !== managedBy) continue
    const drift =
      'env' in step
        ? await configDrift(api, site, noun, step, managedBy, oursOf(noun, key))
        : 'fields' in step && 'key' in step && (await entryDrift(api, site, noun, step, managedBy))
    if (drift) found.push(drift)
  }
  if (found.length === 0) return []
  const nameOf = await nameActors(
    api,
    found.map(({ actor }) => actor),
  )
  return found.map(({ actor, ...drift }) => ({ ...drift, by: nameOf(actor) }))
}
