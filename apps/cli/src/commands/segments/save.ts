import { writeSegment } from '../../config/write-segment.ts'
import { proposeOptions, saveOptions } from '../../config/write-version.ts'
import { command } from '../../core/command.ts'
import { getSegment } from '../../server/segments.ts'
import { editArguments, editOptions, editSegment } from './edit-options.ts'
import { segmentArgument } from './segment-argument.ts'

export const saveSegment = command({
  name: 'save',
  summary: 'Change the config of a segment in an environment: its rules and its lists',
  description:
    'It is active at once for every flag that names the segment. Fields are named as the API names them. Values are JSON; what is not JSON is a text.',
  target: 'environment',
  arguments: { ...segmentArgument, ...editArguments },
  options: { ...editOptions, ...saveOptions },
  examples: [
    'segments save beta --file beta.json',
    'segments save beta "rules[0].conditions[0].value=[\\"DE\\",\\"FR\\"]" --unset "rules[1]"',
  ],
  run: async (context, { segment: segmentKey, assignments, unset, file, ...how }) => {
    const segment = await getSegment(context, segmentKey)
    const draft = await editSegment(context.ask, segment, context.env, { assignments, unset, file })
    await writeSegment(context, { segment, draft, done: 'Saved', ...how })
  },
})

export const proposeSegment = command({
  name: 'propose',
  summary: 'Propose a config for a segment in a protected environment',
  description:
    'It takes the same as bunting segments save. include, exclude, remove and restore propose with --propose.',
  target: 'environment',
  arguments: { ...segmentArgument, ...editArguments },
  options: { ...editOptions, ...proposeOptions },
  examples: ['segments propose beta --file beta.json --env production'],
  run: async (context, { segment: segmentKey, comment, replaces, ...edit }) => {
    const segment = await getSegment(context, segmentKey)
    const draft = await editSegment(context.ask, segment, context.env, edit)
    await writeSegment(context, { segment, draft, propose: true, comment, replaces, done: 'Proposed' })
  },
})
