import { endpoints, fail } from '@bunting/contract'
import { handle } from '../../http/handle.ts'
import { flagUpdated } from '../../rules/audit.ts'
import { change } from '../change.ts'
import { changedFields } from '../changed-fields.ts'

export const updateFlag = handle(
  endpoints.updateFlag,
  (ctx) =>
    change(ctx, ctx.actor, async (tx) => {
      const before = await tx.flags.lock(ctx.flag.id)
      const { archived = before.archivedAt !== null, ...wanted } = ctx.body
      const fields = changedFields(before, wanted)
      const moved = archived !== (before.archivedAt !== null)
      if (Object.keys(fields).length === 0 && !moved) return { result: before, audit: [] }
      const flag = await tx.flags.update(before, {
        ...fields,
        ...(moved ? { archivedUs: archived ? ctx.nowUs() : null } : {}),
      })
      const seenByEdge = moved || fields.clientSafe !== undefined
      return {
        result: flag,
        audit: [flagUpdated(flag, { ...fields, ...(moved ? { archivedAt: flag.archivedAt } : {}) })],
        environments: seenByEdge ? await tx.flagVersions.environmentsOf(flag.id) : [],
      }
    }),
  (body) => {
    const immutable = ['key', 'type'].filter((field) => Object.hasOwn(Object(body), field))
    return immutable.length === 0 ? [] : fail('IMMUTABLE_FIELD', `${immutable.join(' and ')} never changes.`)
  },
)
