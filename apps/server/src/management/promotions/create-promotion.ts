import { type Environment, endpoints, invalid, type Promoted } from '@bunting/contract'
import { giveTurn } from '../../base/give-turn.ts'
import type { Deps } from '../../http/endpoint/deps.ts'
import { handle } from '../../http/endpoint/handle.ts'
import {
  failureOf,
  findAbsent,
  type Outcome,
  type Promotable,
  parentsFirst,
  partsOf,
  segmentsFirst,
} from '../../rules/configs/promotion.ts'
import { type Changed, change, moveOn } from '../change.ts'
import { type Promotion, promoteFlag, promoteSegment } from './promote.ts'
import { readPromotable } from './read-promotable.ts'
import { rolledBack } from './rolled-back.ts'

export const createPromotion = handle(endpoints.createPromotion, async (ctx) => {
  const { store, project, body } = ctx
  const [from, to] = await Promise.all([body.from, body.to].map((id) => store.environments.find(project.id, id)))
  if (!from || !to || from.id === to.id) return refuse(from, to)
  const promotable = await readPromotable(store, project.id, from, body.flags)
  const { actor, newId, nowUs } = ctx
  const { comment, dryRun } = body
  const promotion = { actor, newId, nowUs, projectId: project.id, to: to.id, comment, dryRun }

  if (dryRun) return { items: await tryOut(ctx, promotable, promotion) }
  let syncWarning: string | undefined
  const items = await promote(promotable, async (work) => {
    await giveTurn()
    const { syncWarning: warning, ...outcome } = await change(ctx, actor, (tx) => work({ ...promotion, tx }))
    syncWarning ??= warning
    return outcome as Outcome
  })
  return syncWarning === undefined ? { items } : { items, syncWarning }
})

/** The maximum number of flags in one transaction: on the embedded database, all other saves wait until it ends. */
const partSize = 20

/** Does not check whether everything together fits into the environment: each part is compared with the current size. */
const tryOut = async (
  { store, maxBundleBytes }: Pick<Deps, 'store' | 'maxBundleBytes'>,
  promotable: Promotable,
  promotion: Omit<Promotion, 'tx'>,
): Promise<Promoted[]> => {
  const segments = new Map<string, Promoted>()
  const flags: Promoted[] = []
  for (const part of partsOf(promotable, partSize)) {
    const items = await rolledBack(store, (tx) =>
      promote(part, async (work) => {
        await giveTurn()
        const { result, environments = [] } = await work({ ...promotion, tx })
        await moveOn(tx, environments, maxBundleBytes)
        return result
      }),
    )
    for (const item of items) {
      if (item.segmentKey === undefined) flags.push(item)
      else if (!segments.has(item.segmentKey)) segments.set(item.segmentKey, item)
    }
  }
  return [...segments.values(), ...flags]
}

type Run = (work: (promotion: Promotion) => Promise<Changed<Outcome>>) => Promise<Outcome>

/** Promotes each item separately: one that fails stops only the items that need it. */
const promote = async (promotable: Promotable, run: Run): Promise<Promoted[]> => {
  const segments = new Map<string, Outcome>()
  for (const [key, config] of segmentsFirst(promotable)) {
    const absent = findAbsent(config, segments)
    segments.set(key, absent ?? (await run((promotion) => promoteSegment(promotion, key, config)).catch(failureOf)))
  }
  const flags = new Map<string, Outcome>()
  for (const [key, message] of promotable.lacks) flags.set(key, { outcome: 'failed', message })
  for (const [key, config] of parentsFirst(promotable)) {
    const absent = findAbsent(config, segments)
    flags.set(key, absent ?? (await run((promotion) => promoteFlag(promotion, key, config)).catch(failureOf)))
  }
  return [
    ...Array.from(segments, ([segmentKey, outcome]) => ({ segmentKey, ...outcome })),
    ...promotable.keys.flatMap((flagKey) => {
      const outcome = flags.get(flagKey)
      return outcome ? [{ flagKey, ...outcome }] : []
    }),
  ]
}

const refuse = (from: Environment | undefined, to: Environment | undefined): never => {
  const unknown = 'must be the id of an environment of the project'
  return invalid('The body is not as described.', [
    ...(from ? [] : [{ path: 'from', message: unknown }]),
    ...(to ? [] : [{ path: 'to', message: unknown }]),
    ...(from && to ? [{ path: 'to', message: 'must be another environment than from' }] : []),
  ])
}
