import type { Client } from '@bunting/contract'
import { counted } from '../../output/counted.ts'
import type { Output } from '../../output/output.ts'
import { dim, rich } from '../../output/rich.ts'
import type { Site } from '../../project-file/apply.ts'
import type { ListStep } from './plan-lists.ts'
import { sendIds } from './send-ids.ts'

/** Makes the lists of large segments those of the source, or proposes that; returns how many were others. */
export const uploadLists = async (
  { api, out }: { api: Client; out: Output },
  site: Site,
  steps: readonly ListStep[],
  why: { comment?: string },
): Promise<number> => {
  let changed = 0
  for (const { do: what, ...list } of steps) {
    const { segmentKey, environment, ids } = list
    out.note(dim(rich`${counted(ids.length, 'id')} go to ${segmentKey} in ${environment}.`))
    const answer = await sendIds(api, site, list, { ...(what === 'propose ids' && { propose: true }), ...why })
    if ('kind' in answer || answer.added + answer.removed > 0) changed++
  }
  return changed
}
