import type { Client } from '@bunting/contract'
import { own } from '../../core/own.ts'
import { counted } from '../../output/counted.ts'
import type { Site } from '../../project-file/apply.ts'
import type { Current, PendingIds } from '../../project-file/plan-parts.ts'
import type { Converted } from '../converted.ts'
import { type List, sendIds } from './send-ids.ts'

export type ListStep = { do: 'upload ids' | 'propose ids' } & List

type ListPlan = { steps: ListStep[]; problems: string[]; waiting: string[] }

type Where = { site: Site; current: Current; ids: readonly PendingIds[] }

/**
 * Plans the uploads to large segments. What they change is asked only if that matters before they are done: for a dry run,
 * and for a protected environment, where a proposal of nothing is none.
 */
export const planLists = async (
  api: Client,
  { site, current, ids: pending }: Where,
  { segments }: Pick<Converted, 'segments'>,
  { propose = false, dryRun = false }: { propose?: boolean | undefined; dryRun?: boolean | undefined },
): Promise<ListPlan> => {
  const plan: ListPlan = { steps: [], problems: [], waiting: [] }
  for (const list of listsIn(segments)) {
    const { segmentKey, environment } = list
    const place = `the segment ${segmentKey} in ${environment}`
    const isProtected = own(current.environments, environment)?.protected ?? false
    const isThere = own(current.segments, segmentKey)?.large === true
    const other = pending.find(({ key, env }) => key === segmentKey && env === environment)
    if ((isProtected || dryRun) && isThere && !(await isOther(api, site, list))) continue
    if (!isProtected) plan.steps.push({ do: 'upload ids', ...list })
    else if (other) plan.waiting.push(`${place} has ids proposed already (${other.id}), which wait for an approval.`)
    else if (propose) plan.steps.push({ do: 'propose ids', ...list })
    else plan.problems.push(`${place} differs, and ${environment} is protected: say --propose to propose it.`)
  }
  return plan
}

const isOther = async (api: Client, site: Site, list: List): Promise<boolean> => {
  const counts = await sendIds(api, site, list, { dryRun: true })
  return !('added' in counts) || counts.added + counts.removed > 0
}

const listsIn = (segments: Converted['segments']): List[] =>
  Object.entries(segments).flatMap(([segmentKey, { large, environments }]) =>
    large
      ? Object.entries(environments).map(([environment, { included: ids }]) => ({ segmentKey, environment, ids }))
      : [],
  )

export const listText = ({ do: what, segmentKey, environment, ids }: ListStep): string =>
  `${what === 'propose ids' ? 'propose' : 'upload'} ${counted(ids.length, 'id')} for ${segmentKey} in ${environment}`

/** A step for programs, which are told how many ids there are and not which. */
export const countedList = ({ do: what, segmentKey: key, environment: env, ids }: ListStep) => ({
  do: what,
  key,
  env,
  ids: ids.length,
})
