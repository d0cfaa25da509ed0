import { endpoints } from '@bunting/contract'
import { configProblems, explain, type FlagConfig } from '@bunting/engine'
import { handle } from '../../http/handle.ts'
import { completeConfig } from '../../rules/flag-config.ts'
import { under } from '../config-check.ts'

export const explainFlag = handle(
  endpoints.explainFlag,
  async (ctx) => {
    const { context, config: draft } = ctx.body
    const { flag } = ctx
    const source = (config: FlagConfig) => ({
      flags: new Map([[flag.key, { type: flag.type, config }]]),
      segments: new Map(),
    })
    if (draft) {
      const config = completeConfig(draft, draft.version ?? 0, () => ctx.newId('rule'))
      return { ...explain(flag.key, source(config), context), version: null }
    }
    const latest = await ctx.store.flagVersions.latest({ flagId: flag.id, environmentId: ctx.environment.id })
    // As Delivery answers: such a flag is not in the bundle.
    if (!latest || flag.archivedAt !== null) {
      return { result: { value: null, reason: 'FLAG_NOT_FOUND' as const }, version: null, rules: [] }
    }
    return { ...explain(flag.key, source(latest.config), context), version: latest.version }
  },
  (body, { flag }) => under('config', configProblems(Object(body).config ?? {}, flag.type)),
)
