import type { Ask } from '../../ask.ts'
import { command } from '../../command.ts'
import { wrongUse } from '../../failure.ts'
import { noteProposed } from '../../output/note-proposed.ts'
import { green, rich } from '../../output/rich.ts'
import { warnOfSync } from '../../output/warn-of-sync.ts'
import { either, removable, text } from '../../parameters.ts'
import { orNearFlag } from '../../server/flags.ts'
import { flagArgument } from './flag-argument.ts'
import { readSchema } from './read-schema.ts'

export const updateFlag = command({
  name: 'update',
  summary: 'Change the name, the description, the schema or the client safety of a flag',
  target: 'project',
  arguments: flagArgument,
  options: {
    name: text('text', 'what people read'),
    description: text('text', 'what it is for'),
    schema: removable('file', 'JSON Schema that its values have to fit from now on; --no-schema for none', {
      complete: 'file',
    }),
    clientSafe: either('whether client keys may evaluate it'),
  },
  examples: [
    'flags update new-checkout --name "New checkout"',
    'flags update new-checkout --no-client-safe',
    'flags update banner --schema banner.schema.json',
  ],
  run: async (context, { flag: flagKey, name, description, schema, clientSafe }) => {
    const { api, ask, out, project } = context
    const fields = { name, description, clientSafe, schema: await readOrNone(ask, schema) }
    const body = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
    if (Object.keys(body).length === 0)
      wrongUse('Nothing is said to change.', '--name, --description, --schema or --client-safe')
    const params = { projectId: project.id, flagKey }
    const answer = await orNearFlag(context, flagKey, () => api.updateFlag({ params, body }))
    out.show(answer, () => {
      if ('kind' in answer) return noteProposed(out, flagKey, answer)
      out.note(rich`${green('Updated')} ${answer.key}.`)
    })
    warnOfSync(out, answer)
  },
})

/** Null takes it away. */
const readOrNone = async (ask: Ask, schema: string | false | undefined) => {
  if (schema === false) return null
  return schema === undefined ? undefined : readSchema(ask, schema)
}
