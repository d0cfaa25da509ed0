import { type Flag, manifestEndpoints } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { defaultProblems, requireListed, requireType } from '../../rules/manifest/manifest-flag.ts'
import { change } from '../change.ts'
import { updateOrPropose } from '../flags/update-flag.ts'
import { addCapabilities } from './capabilities.ts'
import { saveDefault } from './save-default.ts'
import { showFlag } from './show-flag.ts'

export const updateManifestFlag = handle(
  manifestEndpoints.updateManifestFlag,
  async (ctx) => {
    const { project, actor, body } = ctx
    const { type, name, description, defaultValue } = body
    const flag = await change(ctx, actor, async (tx) => {
      const before = await tx.flags.lock(ctx.flag.id)
      requireListed(before)
      requireType(before, type)
      const fields = { ...(name === undefined ? {} : { name }), description }
      const updated = await updateOrPropose(ctx, tx, before, fields)
      const saved =
        defaultValue === undefined ? undefined : await saveDefault(ctx, tx, before, { defaultValue, isNew: false })
      const audit = [...updated.audit, ...(saved?.audit ?? [])]
      // Names and descriptions do not affect evaluations, so they need no proposals.
      return { result: updated.result as Flag, audit, environments: saved?.environments ?? [] }
    })
    addCapabilities(ctx)
    return showFlag(ctx.store, project, flag)
  },
  (body, { flag }) => [
    ...(Object(body).key === flag.key ? [] : [{ path: 'key', message: 'must be the key in the address' }]),
    ...defaultProblems(Object(body)),
  ],
)
