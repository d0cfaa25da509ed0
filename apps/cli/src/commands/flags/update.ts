import type { Client } from '@bunting/contract'
import type { Ask } from '../../core/ask.ts'
import { command } from '../../core/command.ts'
import { wrongUse } from '../../core/failure.ts'
import { either, removable, removableList, text } from '../../core/parameters.ts'
import { noteProposed } from '../../output/note-proposed.ts'
import { green, rich } from '../../output/rich.ts'
import { warnOfSync } from '../../output/warn-of-sync.ts'
import { orNearFlag } from '../../server/flags.ts'
import { findMemberId } from '../../server/members.ts'
import { kinds } from './fact-options.ts'
import { flagArgument } from './flag-argument.ts'
import { readSchema } from './read-schema.ts'

export const updateFlag = command({
  name: 'update',
  summary: 'Change the name, the description, the schema or the client safety of a flag, or what helps to find it',
  target: 'project',
  arguments: flagArgument,
  options: {
    name: text('text', 'what people read'),
    description: text('text', 'what it is for'),
    schema: removable('file', 'JSON Schema that its values have to fit from now on; --no-schema for none', {
      complete: 'file',
    }),
    clientSafe: either('whether client keys may evaluate it'),
    tag: removableList('tag', 'a word to find it by, instead of those it has; repeat it for more; --no-tag for none'),
    owner: removable('e-mail', 'the member who looks after it, by e-mail or id; --no-owner for nobody', {
      complete: 'member',
    }),
    kind: removable('kind', 'what it is for; --no-kind for nothing said', { choices: kinds }),
    expectedEnd: removable('date', 'the day by which it should be gone; --no-expected-end for none'),
  },
  examples: [
    'flags update new-checkout --name "New checkout"',
    'flags update new-checkout --no-client-safe',
    'flags update banner --schema banner.schema.json',
    'flags update new-checkout --tag checkout --tag q3 --owner ada@example.com',
    'flags update new-checkout --no-tag --no-owner',
  ],
  run: async (context, { flag: flagKey, name, description, schema, clientSafe, ...facts }) => {
    const { api, ask, out, project } = context
    const fields = {
      name,
      description,
      clientSafe,
      schema: await readOrNone(ask, schema),
      ...(await readFacts(api, facts)),
    }
    const body = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
    if (Object.keys(body).length === 0)
      wrongUse(
        'Nothing is said to change.',
        '--name, --description, --schema, --client-safe, --tag, --owner, --kind or --expected-end',
      )
    const params = { projectId: project.id, flagKey }
    const answer = await orNearFlag(context, flagKey, () => api.updateFlag({ params, body }))
    out.show(answer, () => {
      if ('change' in answer) return noteProposed(out, flagKey, answer)
      out.note(rich`${green('Updated')} ${answer.key}.`)
    })
    warnOfSync(out, answer)
  },
})

type Facts = {
  tag: string[] | false | undefined
  owner: string | false | undefined
  kind: string | false | undefined
  expectedEnd: string | false | undefined
}

/** Translates the options for the API: null removes a field, and an empty list removes all tags. */
const readFacts = async (api: Client, { tag, owner, kind, expectedEnd }: Facts) => ({
  tags: tag === false ? [] : tag,
  ownerId: typeof owner === 'string' ? await findMemberId(api, owner) : orNull(owner),
  kind: orNull(kind),
  expectedEnd: orNull(expectedEnd),
})

const orNull = <Value>(value: Value | false): Value | null => (value === false ? null : value)

/** Reads the schema; null removes it. */
const readOrNone = async (ask: Ask, schema: string | false | undefined) => {
  if (schema === false) return null
  return schema === undefined ? undefined : readSchema(ask, schema)
}
