import { endpoints, fail } from '@bunting/contract'
import { openScratchFile } from '../../base/scratch-file.ts'
import { handle } from '../../http/endpoint/handle.ts'
import { requireProtected } from '../../rules/changes/proposals.ts'
import { requireActive } from '../../rules/configs/flag-config.ts'
import { requireUnprotected } from '../../rules/configs/versions.ts'
import { requireProposals, requireSegments } from '../../rules/plans.ts'
import type { KnownList } from '../../store/tables/large-lists.ts'
import { change } from '../change.ts'
import { lockSegmentSeries } from '../versions/series.ts'
import { appendListVersion } from './append-list-version.ts'
import { inTurn } from './in-turn.ts'
import type { IdsChange } from './prepare-change.ts'
import { prepare, preview, type UploadContext } from './preview.ts'
import { proposeIds } from './propose-ids.ts'
import { readIds, requireVersion, versionIn } from './read-ids.ts'
import { requireLarge } from './require-large.ts'

export const changeSegmentIds = handle(endpoints.changeSegmentIds, async (ctx) => {
  const { segment, environment, query, actor, upload } = ctx
  requireLarge(segment)
  requireSegments(actor.plan)
  // Checked before the body is read, which may take minutes.
  if (query.propose) {
    requireProposals(actor.plan)
    requireProtected(environment)
  } else if (!query.dryRun) requireUnprotected(environment)
  requireActive(segment)
  const expected = versionIn(upload.ifMatch)
  const place = { segmentId: segment.id, environmentId: environment.id }
  requireVersion(await ctx.store.segmentVersions.latestNumber(place), expected)

  const list = await listOf(ctx)
  const keepIds = segment.keepIds === true
  const scratch = openScratchFile(ctx.scratchDir)
  try {
    const sorted = await readIds(upload, query.column, scratch, { salt: list.salt, keepIds })
    const wanted: IdsChange = { op: query.op, keepIds, sets: sorted.sets, count: sorted.count() }
    if (query.dryRun) return await preview(ctx, list, wanted, expected)
    if (query.propose) return await proposeIds(ctx, list, wanted, expected)
    return await save(ctx, list, wanted, expected)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    return fail('SERVICE_UNAVAILABLE', 'The disk has no room for what is uploaded. Nothing is changed.')
  } finally {
    await scratch.close()
  }
})

/** The segment's list, created if there is none yet. A preview creates nothing. */
const listOf = async ({
  store,
  query,
  segment,
  environment,
  newId,
  newListSalt,
}: UploadContext): Promise<KnownList> => {
  const place = { segmentId: segment.id, environmentId: environment.id }
  const fresh = { id: newId('list'), salt: newListSalt() }
  if (query.dryRun) return (await store.largeLists.find(place)) ?? fresh
  return store.largeLists.ensure(place, fresh)
}

const save = (ctx: UploadContext, list: KnownList, wanted: IdsChange, expected: number | undefined) =>
  inTurn(
    ctx.store,
    list.id,
    () => prepare(ctx, list, wanted, expected),
    (prepared) =>
      change(ctx, ctx.actor, async (tx) => {
        const { subject, environment } = await lockSegmentSeries(tx, ctx.segment.id, ctx.environment.id)
        requireUnprotected(environment)
        requireActive(subject)
        const by = { createdBy: ctx.actor.id, proposalId: null, comment: ctx.query.comment }
        return appendListVersion(ctx, tx, { segment: ctx.segment, environment }, prepared, by)
      }),
  )
