import type { AnswerOf, Client, Endpoints } from '@bunting/contract'
import { briefText, valueText } from '@bunting/contract/text'
import { command } from '../core/command.ts'
import { text } from '../core/parameters.ts'
import { readJson } from '../core/read-json.ts'
import { printRules, signOf } from '../output/explanation.ts'
import type { Output } from '../output/output.ts'
import { bold, dim, rich } from '../output/rich.ts'
import { orNearFlag } from '../server/flags.ts'
import { contextOptions, readContext } from './context-options.ts'
import { flagArgument } from './flags/flag-argument.ts'

type Explanation = AnswerOf<Endpoints['explainFlag']>
type Body = Parameters<Client['explainFlag']>[0]['body']

export const explain = command({
  name: 'explain',
  summary: 'Show why a flag answers what it does, rule by rule',
  target: 'environment',
  arguments: flagArgument,
  options: {
    ...contextOptions,
    draft: text('file', 'try this config (JSON) instead of the active one', { complete: 'file' }),
  },
  examples: [
    'explain new-checkout --user ada --attr country=DE',
    'explain new-checkout --env production --context context.json --draft config.json',
  ],
  run: async (context, { flag: flagKey, draft, ...chosen }) => {
    const { api, ask, out, project, env } = context
    const body = {
      context: await readContext(ask, chosen),
      ...(draft === undefined ? {} : { config: await readJson(ask, draft) }),
    } as Body
    const params = { projectId: project.id, envId: env.id, flagKey }
    const answer = await orNearFlag(context, flagKey, () => api.explainFlag({ params, body }))
    out.show(answer, () => printExplanation(out, `${flagKey} in ${env.slug}`, answer))
  },
})

const printExplanation = (out: Output, place: string, { result, version, rules, prerequisites }: Explanation): void => {
  const which = version === null ? '' : ` (version ${version})`
  const variant = result.variant === undefined ? '' : `, variant ${result.variant}`
  const unmet = prerequisites?.find(({ flagKey }) => flagKey === result.prerequisite)
  const off = unmet === undefined ? '' : `, off because ${unmet.flagKey} ${actualText(unmet)}`
  out.print(rich`${place}${dim(which)} answers ${bold(valueText(result.value))}: ${result.reason}${variant}${off}`)
  for (const prerequisite of prerequisites ?? []) {
    const needs = `needs ${prerequisite.flagKey} to be ${prerequisite.values.map(briefText).join(' or ')}`
    out.print(rich`${signOf(prerequisite.matched)} ${needs}  ${dim(`it ${actualText(prerequisite)}`)}`)
  }
  printRules(out, rules)
  if (rules.length === 0 && result.reason === 'FLAG_NOT_FOUND') out.note(rich`It has no config here, or is archived.`)
}

/** The answer of the prerequisite. A flag that is off never fulfils one, whatever its default is. */
const actualText = ({ actual, reason }: NonNullable<Explanation['prerequisites']>[number]): string => {
  if (reason === 'FLAG_NOT_FOUND') return 'has no config here'
  return reason === 'DISABLED' ? `is off (${briefText(actual)})` : `is ${briefText(actual)}`
}
