import { type EnvironmentId, endpoints, type FlagAnswers, invalid, limits } from '@bunting/contract'
import { nextEvaluation } from '@bunting/engine'
import { giveTurn } from '../../base/give-turn.ts'
import { forEachInTurns } from '../../http/endpoint/for-each-in-turns.ts'
import { handle } from '../../http/endpoint/handle.ts'
import { loadOf, weigh } from '../../rules/weight.ts'
import { listsFor } from '../lists/lists-for.ts'
import { compileInTurn } from './compile-in-turn.ts'

export const listAnswers = handle(endpoints.listAnswers, async (ctx) => {
  const { store, project } = ctx
  const { context, environmentIds } = ctx.body
  const environments = chosen(await store.environments.ids(project.id), environmentIds)
  const limit = Math.max(1, Math.min(ctx.query.limit, Math.floor(limits.answers / environments.length)))
  const page = await store.flags.list(project.id, { ...ctx.query, limit, archived: false })
  const ids = page.items.map((flag) => flag.id)
  const items = page.items.map(({ key }): FlagAnswers => ({ flagKey: key, answers: {} }))
  const compile = compileInTurn()
  const load = loadOf(context)
  for (const environment of environments) {
    const source = await store.configGraph.readSource(environment, ids)
    const flags = await compile(source, await listsFor(store, source.segments, context))
    const asked = items.flatMap(({ flagKey, answers }) => {
      const flag = flags.get(flagKey)
      return flag ? [{ ...flag, answers }] : []
    })
    const weight = weigh(asked, load)
    // Charged for all environments by the first, since they have much in common: refusing half-way would waste the
    // work.
    if (environment === environments[0]) ctx.charge(weight * environments.length)
    const evaluation = nextEvaluation()
    await forEachInTurns(asked, load, weight, ({ answers, evaluateIn }) => {
      answers[environment] = evaluateIn(context, evaluation)
    })
    await giveTurn()
  }
  return { ...page, items }
})

const chosen = (all: readonly EnvironmentId[], wanted: readonly string[] | undefined): EnvironmentId[] => {
  if (!wanted) return [...all]
  const known = new Set<string>(all)
  const problems = wanted.flatMap((id, at) =>
    known.has(id)
      ? []
      : [{ path: `environmentIds[${at}]`, message: 'must be the id of an environment of the project' }],
  )
  if (problems.length > 0) invalid('The body is not as described.', problems)
  return [...new Set(wanted)] as EnvironmentId[]
}
