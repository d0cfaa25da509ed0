import { endpoints } from '@bunting/contract'
import { configProblems, evaluate, explain } from '@bunting/engine'
import { handle } from '../../http/handle.ts'
import { completeConfig } from '../../rules/flag-config.ts'
import { under } from '../config-check.ts'

export const explainFlag = handle(
  endpoints.explainFlag,
  async (ctx) => {
    const { context, config: draft } = ctx.body
    const { flag } = ctx
    if (draft) {
      const config = completeConfig(draft, draft.version ?? 0, () => ctx.newId('rule'))
      return { ...explain(flag.key, config, context), version: null }
    }
    const latest = await ctx.store.flagVersions.latest({ flagId: flag.id, environmentId: ctx.environment.id })
    // As Delivery answers: such a flag is not in the bundle.
    if (!latest || flag.archivedAt !== null) {
      return { result: evaluate(flag.key, undefined, context), version: null, rules: [] }
    }
    return { ...explain(flag.key, latest.config, context), version: latest.version }
  },
  (body, { flag }) => under('config', configProblems(Object(body).config ?? {}, flag.type)),
)
