import { fail, manifestEndpoints } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { flagCreated } from '../../rules/audit/audit.ts'
import { defaultProblems, flagTypes, requireListed } from '../../rules/manifest/manifest-flag.ts'
import { requireRoom } from '../../rules/plans.ts'
import { change } from '../change.ts'
import { addCapabilities } from './capabilities.ts'
import { saveDefault } from './save-default.ts'
import { showFlag } from './show-flag.ts'

export const createManifestFlag = handle(
  manifestEndpoints.createManifestFlag,
  async (ctx) => {
    const { project, actor, body } = ctx
    const { key, name = key, description, type, defaultValue } = body
    const flag = await change(ctx, actor, async (tx) => {
      await tx.projects.lock(project.id)
      const taken = await tx.flags.find(project.id, key)
      if (taken) {
        requireListed(taken)
        fail('CONFLICT', `Flag "${key}" exists already.`, [{ path: 'key', message: 'is that of another flag' }])
      }
      requireRoom(actor.plan, 'flags', await tx.flags.count(project.id))
      const fields = { id: ctx.newId('flag'), orgId: actor.orgId, projectId: project.id, clientSafe: false }
      const made = await tx.flags.insert({ ...fields, key, name, description, type: flagTypes[type] }, ctx.nowUs())
      const saved = await saveDefault(ctx, tx, made, { defaultValue, isNew: true })
      const audit = [flagCreated(made, {}), ...(saved?.audit ?? [])]
      return { result: made, audit, environments: saved?.environments ?? [] }
    })
    addCapabilities(ctx)
    return showFlag(ctx.store, project, flag)
  },
  (body) => defaultProblems(Object(body)),
)
