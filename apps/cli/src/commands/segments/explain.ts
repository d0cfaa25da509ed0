import type { Client } from '@bunting/contract'
import { command } from '../../core/command.ts'
import { text } from '../../core/parameters.ts'
import { readJson } from '../../core/read-json.ts'
import { becauseText, printRules } from '../../output/explanation.ts'
import { bold, dim, rich } from '../../output/rich.ts'
import { orNearSegment } from '../../server/segments.ts'
import { contextOptions, readContext } from '../context-options.ts'
import { segmentArgument } from './segment-argument.ts'

type Body = Parameters<Client['explainSegment']>[0]['body']

export const explainSegment = command({
  name: 'explain',
  summary: 'Show whether somebody is in a segment, and why',
  target: 'environment',
  arguments: segmentArgument,
  options: {
    ...contextOptions,
    draft: text('file', 'try this config (JSON) instead of the active one', { complete: 'file' }),
  },
  examples: ['segments explain beta --user ada', 'segments explain beta --context context.json --draft beta.json'],
  run: async (context, { segment: segmentKey, draft, ...chosen }) => {
    const { api, ask, out, project, env } = context
    const body = {
      context: await readContext(ask, chosen),
      ...(draft === undefined ? {} : { config: await readJson(ask, draft) }),
    } as Body
    const params = { projectId: project.id, envId: env.id, segmentKey }
    const answer = await orNearSegment(context, segmentKey, () => api.explainSegment({ params, body }))
    out.show(answer, () => {
      const which = answer.version === null ? '' : ` (version ${answer.version})`
      const place = rich`${segmentKey} in ${env.slug}${dim(which)}`
      out.print(rich`${place}: ${bold(answer.in ? 'in' : 'not in')}, ${becauseText(answer)}`)
      printRules(out, answer.rules)
      if (answer.version === null && draft === undefined) out.note(rich`It has no config here, or is archived.`)
    })
  },
})
