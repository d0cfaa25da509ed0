import { command } from '../../core/command.ts'
import { green, rich } from '../../output/rich.ts'
import { orNearSegment } from '../../server/segments.ts'
import { segmentArgument } from './segment-argument.ts'

const archiveOrNot = (name: 'archive' | 'unarchive', archived: boolean, summary: string, description: string) =>
  command({
    name,
    summary,
    description,
    target: 'project',
    arguments: segmentArgument,
    examples: [`segments ${name} beta`],
    run: async (context, { segment: segmentKey }) => {
      const { api, out, project } = context
      const params = { projectId: project.id, segmentKey }
      const answer = await orNearSegment(context, segmentKey, () => api.updateSegment({ params, body: { archived } }))
      out.show(answer, () => out.note(rich`${green(archived ? 'Archived' : 'Unarchived')} ${answer.key}.`))
    },
  })

export const archiveSegment = archiveOrNot(
  'archive',
  true,
  'Archive a segment',
  'One that flags or other segments name is refused: bunting segments usages says which. Its history stays.',
)

export const unarchiveSegment = archiveOrNot(
  'unarchive',
  false,
  'Bring an archived segment back',
  'Rules can name it again, with the configs that it had.',
)
