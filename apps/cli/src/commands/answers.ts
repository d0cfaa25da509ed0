import type { FlagAnswers } from '@bunting/contract'
import { cutTo, valueText } from '@bunting/contract/text'
import { sameValue } from '@bunting/engine'
import { command } from '../core/command.ts'
import { list, switched } from '../core/parameters.ts'
import { dim, type Part, yellow } from '../output/rich.ts'
import { findEnvironment, listEnvironments } from '../server/find-environment.ts'
import { listAll } from '../server/list-all.ts'
import { contextOptions, readContext } from './context-options.ts'

/** The most columns of one answer: a long document would push the other environments off the screen. */
const maxWidth = 40

export const answers = command({
  name: 'answers',
  summary: 'Show what every flag answers for a user, in every environment',
  description: 'A flag that does not answer the same everywhere is marked with ≠. Archived flags are left out.',
  target: 'project',
  options: {
    ...contextOptions,
    in: list('slug', 'only in this environment; as often as you like', { complete: 'environment' }),
    different: switched('only flags that do not answer the same everywhere'),
  },
  examples: [
    'answers --user ada --attr country=DE',
    'answers --context context.json --in staging --in production --different',
  ],
  run: async ({ api, ask, out, project }, { in: slugs, different, ...chosen }) => {
    const context = await readContext(ask, chosen)
    const environments = slugs
      ? await Promise.all(slugs.map((slug) => findEnvironment(api, project, slug)))
      : await listEnvironments(api, project)
    const environmentIds = environments.map(({ id }) => id)
    const params = { projectId: project.id }
    const all = await listAll((query) => api.listAnswers({ params, query, body: { context, environmentIds } }))
    const items = different ? all.filter((item) => differs(item, environmentIds)) : all
    out.show({ items }, () => {
      out.table(
        ['', 'key', ...environments.map(({ slug }) => slug)],
        items.map((item) => {
          const mark = differs(item, environmentIds)
          return [mark ? yellow('≠') : '', item.flagKey, ...environmentIds.map((id) => answerText(item, id, mark))]
        }),
      )
      const marked = items.filter((item) => differs(item, environmentIds)).length
      if (environments.length > 1) out.note(dim(`${marked} of ${all.length} differ.`))
    })
  },
})

/** Tells whether environments answer differently. No version counts as an answer: the code uses its own fallback. */
const differs = ({ answers: told }: FlagAnswers, [first = '', ...others]: readonly string[]): boolean =>
  others.some((id) => !sameValue(told[first]?.value, told[id]?.value))

const answerText = ({ answers: told }: FlagAnswers, environmentId: string, mark: boolean): Part => {
  const answer = told[environmentId]
  if (!answer) return dim('–')
  const text = cutTo(valueText(answer.value), maxWidth)
  return mark ? yellow(text) : text
}
