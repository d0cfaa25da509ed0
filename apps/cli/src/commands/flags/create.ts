import { command } from '../../core/command.ts'
import { oneOf, required, switched, text } from '../../core/parameters.ts'
import { dim, green, rich } from '../../output/rich.ts'
import { findMemberId } from '../../server/members.ts'
import { titleOf } from '../title-of.ts'
import { factOptions } from './fact-options.ts'
import { readSchema } from './read-schema.ts'

export const createFlag = command({
  name: 'create',
  summary: 'Create a flag',
  description: 'It evaluates in an environment once it has a config there: see bunting flags on.',
  target: 'project',
  arguments: { key: required('letters, digits, dots, dashes and underscores; it never changes') },
  options: {
    type: oneOf('type', ['boolean', 'string', 'number', 'json'], 'what it answers with (default: boolean)'),
    name: text('text', 'what people read (default: from the key)'),
    description: text('text', 'what it is for'),
    schema: text('file', 'JSON Schema (2020-12) that the values of a json flag have to fit', { complete: 'file' }),
    clientSafe: switched('client keys may evaluate it'),
    ...factOptions,
  },
  examples: [
    'flags create new-checkout',
    'flags create button-colour --type string --client-safe',
    'flags create new-search --kind release --tag search --owner ada@example.com --expected-end 2027-01-31',
    'flags create banner --type json --schema banner.schema.json',
  ],
  run: async (
    { api, ask, out, project },
    { key, type = 'boolean', name, description, schema, clientSafe, ...facts },
  ) => {
    const { tag: tags, owner, kind, expectedEnd } = facts
    const flag = await api.createFlag({
      params: { projectId: project.id },
      body: {
        key,
        type,
        name: name ?? titleOf(key),
        description: description ?? null,
        ...(schema === undefined ? {} : { schema: await readSchema(ask, schema) }),
        clientSafe: clientSafe ?? false,
        ...(owner === undefined ? {} : { ownerId: await findMemberId(api, owner) }),
        ...(tags === undefined ? {} : { tags }),
        ...(kind === undefined ? {} : { kind }),
        ...(expectedEnd === undefined ? {} : { expectedEnd }),
      },
    })
    out.show(flag, () => {
      out.note(rich`${green('Created')} the ${flag.type} flag ${flag.key} in ${project.slug}.`)
      out.note(dim(rich`Turn it on in an environment: bunting flags on ${flag.key}`))
    })
  },
})
