import { command } from '../../command.ts'
import { wrongUse } from '../../failure.ts'
import { noteProposed } from '../../output/note-proposed.ts'
import { green, rich } from '../../output/rich.ts'
import { warnOfSync } from '../../output/warn-of-sync.ts'
import { either, text } from '../../parameters.ts'
import { orNearFlag } from '../../server/flags.ts'
import { flagArgument } from './flag-argument.ts'

export const updateFlag = command({
  name: 'update',
  summary: 'Change the name, the description or the client safety of a flag',
  target: 'project',
  arguments: flagArgument,
  options: {
    name: text('text', 'what people read'),
    description: text('text', 'what it is for'),
    clientSafe: either('whether client keys may evaluate it'),
  },
  examples: ['flags update new-checkout --name "New checkout"', 'flags update new-checkout --no-client-safe'],
  run: async (context, { flag: flagKey, ...fields }) => {
    const { api, out, project } = context
    const body = Object.fromEntries(['name', 'description', 'clientSafe'].flatMap((name) => given(fields, name)))
    if (Object.keys(body).length === 0) wrongUse('Nothing is said to change.', '--name, --description or --client-safe')
    const params = { projectId: project.id, flagKey }
    const answer = await orNearFlag(context, flagKey, () => api.updateFlag({ params, body }))
    out.show(answer, () => {
      if ('kind' in answer) return noteProposed(out, flagKey, answer)
      out.note(rich`${green('Updated')} ${answer.key}.`)
    })
    warnOfSync(out, answer)
  },
})

const given = (fields: Record<string, unknown>, name: string) =>
  fields[name] === undefined ? [] : [[name, fields[name]] as const]
