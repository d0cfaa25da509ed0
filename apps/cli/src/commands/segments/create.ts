import { command } from '../../core/command.ts'
import { required, switched, text } from '../../core/parameters.ts'
import { dim, green, rich } from '../../output/rich.ts'
import { titleOf } from '../title-of.ts'

export const createSegment = command({
  name: 'create',
  summary: 'Create a segment',
  description: 'Rules can name it in an environment once it has a config there: see bunting segments include and save.',
  target: 'project',
  arguments: { key: required('letters, digits, dots, dashes and underscores; it never changes') },
  options: {
    name: text('text', 'what people read (default: from the key)'),
    description: text('text', 'who is in it'),
    unit: text('attribute', 'what its lists hold (default: the user); it never changes'),
    large: switched('it has up to ten million ids, which are uploaded, and no rules; it never changes'),
    keepIds: switched('of a large one: keep the ids, to be exported, and not their hashes alone'),
  },
  examples: ['segments create beta', 'segments create big-customers --unit companyId --description "Over 1,000 seats"'],
  run: async ({ api, out, project }, { key, name, description, unit, large, keepIds }) => {
    const segment = await api.createSegment({
      params: { projectId: project.id },
      body: { key, name: name ?? titleOf(key), description: description ?? null, unit: unit ?? null, large, keepIds },
    })
    out.show(segment, () => {
      out.note(rich`${green('Created')} the segment ${segment.key} in ${project.slug}.`)
      const next = large ? `ids add ${segment.key} <file>` : `include ${segment.key} <id> …`
      out.note(dim(rich`Say who is in it in an environment: bunting segments ${next}`))
    })
  },
})
