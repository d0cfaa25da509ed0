import { endpoints } from '@bunting/contract'
import { explainSegment as explain, segmentProblems } from '@bunting/engine'
import { handle } from '../../http/endpoint/handle.ts'
import { completeSegmentConfig } from '../../rules/configs/flag-config.ts'
import { refuseReferences } from '../../rules/configs/references.ts'
import { weighExplanation } from '../../rules/weight.ts'
import { under } from '../config-check.ts'
import { listsFor } from '../lists/lists-for.ts'
import { requireConfig } from '../lists/require-large.ts'
import { lookUpReferences } from '../look-up-references.ts'

/** The explanation for a segment that no flag can reference: nobody is in it. */
const nobody = { in: false, because: 'none' as const, rules: [] }

export const explainSegment = handle(
  endpoints.explainSegment,
  async (ctx) => {
    const { store, segment, environment } = ctx
    const { context, config: draft } = ctx.body
    if (!draft) {
      const source = await store.configGraph.readSource(environment.id, [segment.id])
      const { segments } = source
      ctx.charge(weighExplanation(segment.key, source, context))
      const found = segments.get(segment.key)
      const version = (found && ('config' in found ? found.config : found.large).version) ?? null
      const findList = await listsFor(store, segments, context)
      return { ...(explain(segment.key, segments, context, findList) ?? nobody), version }
    }
    requireConfig(segment)
    const config = completeSegmentConfig(draft, draft.version ?? 0, () => ctx.newId('rule'))
    const place = { projectId: segment.projectId, environmentId: environment.id, self: segment.id }
    const { problems, needs } = await lookUpReferences(store, place, config)
    refuseReferences(under('config', problems))
    const source = await store.configGraph.readSource(environment.id, needs)
    const { segments } = source
    segments.set(segment.key, { unit: segment.unit, config })
    ctx.charge(weighExplanation(segment.key, source, context))
    const findList = await listsFor(store, segments, context)
    return { ...(explain(segment.key, segments, context, findList) ?? nobody), version: null }
  },
  (body) => under('config', segmentProblems(Object(body).config ?? {})),
)
