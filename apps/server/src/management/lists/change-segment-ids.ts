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
import type { IdsChange } from './prepare-change.ts'
import { prepare, preview, type UploadContext } from './preview.ts'
import { proposeIds } from './propose-ids.ts'
import { readIds, requireVersion, versionIn } from './read-ids.ts'
import { requireLarge } from './require-large.ts'

/** So often others may come first before they have to wait. */
const attempts = 4

export const changeSegmentIds = handle(endpoints.changeSegmentIds, async (ctx) => {
  const { segment, environment, query, actor, upload } = ctx
  requireLarge(segment)
  requireSegments(actor.plan)
  // Before anything is read: it may take minutes.
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
  const scratch = openScratchFile()
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

/** A preview of what there is not yet leaves nothing behind. */
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

/** Another upload came first. */
class Overtaken extends Error {}

/** What is worked out aside holds nobody up. Where others are always first, it is worked out while they wait. */
const save = async (ctx: UploadContext, list: KnownList, wanted: IdsChange, expected: number | undefined) => {
  for (let attempt = 1; ; attempt++) {
    const aside = attempt < attempts ? await prepare(ctx.store, ctx, list, wanted, expected) : undefined
    try {
      return await change(ctx, ctx.actor, async (tx) => {
        const { subject, environment, last } = await lockSegmentSeries(tx, ctx.segment.id, ctx.environment.id)
        requireUnprotected(environment)
        requireActive(subject)
        if (aside && (await last()).version !== aside.from) throw new Overtaken()
        const prepared = aside ?? (await prepare(tx, ctx, list, wanted, expected))
        const by = { createdBy: ctx.actor.id, proposalId: null, comment: ctx.query.comment }
        try {
          return await appendListVersion(ctx, tx, { segment: ctx.segment, environment }, prepared, by)
        } finally {
          if (!aside) await prepared.close()
        }
      })
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error
    } finally {
      await aside?.close()
    }
  }
}
