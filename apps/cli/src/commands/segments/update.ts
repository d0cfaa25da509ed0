import { command } from '../../core/command.ts'
import { wrongUse } from '../../core/failure.ts'
import { text } from '../../core/parameters.ts'
import { green, rich } from '../../output/rich.ts'
import { orNearSegment } from '../../server/segments.ts'
import { segmentArgument } from './segment-argument.ts'

export const updateSegment = command({
  name: 'update',
  summary: 'Change the name or the description of a segment',
  target: 'project',
  arguments: segmentArgument,
  options: { name: text('text', 'what people read'), description: text('text', 'who is in it') },
  examples: ['segments update beta --name "Beta testers"'],
  run: async (context, { segment: segmentKey, name, description }) => {
    const { api, out, project } = context
    const body = Object.fromEntries(Object.entries({ name, description }).filter(([, value]) => value !== undefined))
    if (Object.keys(body).length === 0) wrongUse('Nothing is said to change.', '--name or --description')
    const params = { projectId: project.id, segmentKey }
    const answer = await orNearSegment(context, segmentKey, () => api.updateSegment({ params, body }))
    out.show(answer, () => out.note(rich`${green('Updated')} ${answer.key}.`))
  },
})
