import { type ChangedIds, type endpoints, fail } from '@bunting/contract'
import type { Context } from '../../http/endpoint/handle.ts'
import { requireListIds } from '../../rules/plans.ts'
import type { KnownList } from '../../store/tables/large-lists.ts'
import { type IdsChange, type PreparedChange, prepareChange } from './prepare-change.ts'
import { requireVersion } from './read-ids.ts'
import { Overtaken } from './stage-parts.ts'

export type UploadContext = Context<typeof endpoints.changeSegmentIds>

/** Prepares what an upload makes of the list as it is now, if the version and the plan allow it. */
export const prepare = async (
  { segment, environment, actor, ...deps }: UploadContext,
  list: KnownList,
  wanted: IdsChange,
  expected: number | undefined,
): Promise<PreparedChange> => {
  const place = { segmentId: segment.id, environmentId: environment.id }
  const prepared = await prepareChange(deps, place, list, wanted)
  try {
    requireVersion(prepared.from, expected)
    const { size, added, removed } = prepared.changed
    requireListIds(actor.plan, size, size - added + removed)
    return prepared
  } catch (error) {
    await prepared.close()
    throw error
  }
}

/** The counts of a change that is not made. */
export const preview = async (
  ctx: UploadContext,
  list: KnownList,
  wanted: IdsChange,
  expected: number | undefined,
): Promise<ChangedIds> => {
  const prepared = await prepare(ctx, list, wanted, expected).catch((error) => {
    if (!(error instanceof Overtaken)) throw error
    return fail('VERSION_CONFLICT', 'Others changed the list meanwhile. Try again.')
  })
  await prepared.close()
  return { ...prepared.changed, version: prepared.from }
}
