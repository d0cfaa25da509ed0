import { endpoints } from '@bunting/contract'
import { configProblems, explain } from '@bunting/engine'
import { handle } from '../../http/endpoint/handle.ts'
import { completeConfig } from '../../rules/configs/flag-config.ts'
import { refuseReferences } from '../../rules/configs/references.ts'
import { weighExplanation } from '../../rules/weight.ts'
import { under } from '../config-check.ts'
import { listsFor } from '../lists/lists-for.ts'
import { lookUpReferences } from '../look-up-references.ts'

export const explainFlag = handle(
  endpoints.explainFlag,
  async (ctx) => {
    const { store, flag, environment } = ctx
    const { context, config: draft } = ctx.body
    if (!draft) {
      // The same answer as Delivery's: an archived flag, or one without a config, is not in the bundle.
      const source = await store.configGraph.readSource(environment.id, [flag.id])
      ctx.charge(weighExplanation(flag.key, source, context))
      const findList = await listsFor(store, source.segments, context)
      return {
        ...explain(flag.key, { ...source, findList }, context),
        version: source.flags.get(flag.key)?.config.version ?? null,
      }
    }
    const config = completeConfig(draft, draft.version ?? 0, () => ctx.newId('rule'))
    const place = { projectId: flag.projectId, environmentId: environment.id, self: flag.id }
    const { problems, needs } = await lookUpReferences(store, place, config)
    refuseReferences(under('config', problems))
    const source = await store.configGraph.readSource(environment.id, needs)
    source.flags.set(flag.key, { type: flag.type, config })
    ctx.charge(weighExplanation(flag.key, source, context))
    const findList = await listsFor(store, source.segments, context)
    return { ...explain(flag.key, { ...source, findList }, context), version: null }
  },
  (body, { flag }) => under('config', configProblems(Object(body).config ?? {}, flag.type)),
)
