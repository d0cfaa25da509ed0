import type { AnswerOf, Client, Endpoints } from '@bunting/contract'
import { command } from '../command.ts'
import { valueText } from '../config/value-text.ts'
import type { Output } from '../output/output.ts'
import { bold, dim, green, type Rich, red, rich, yellow } from '../output/rich.ts'
import { text } from '../parameters.ts'
import { readJson } from '../read-json.ts'
import { orNearFlag } from '../server/flags.ts'
import { contextOptions, readContext } from './context-options.ts'
import { flagArgument } from './flags/flag-argument.ts'

type Explanation = AnswerOf<Endpoints['explainFlag']>
type RuleExplanation = Explanation['rules'][number]
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

const printExplanation = (out: Output, place: string, { result, version, rules }: Explanation): void => {
  const which = version === null ? '' : ` (version ${version})`
  const variant = result.variant === undefined ? '' : `, variant ${result.variant}`
  out.print(rich`${place}${dim(which)} answers ${bold(valueText(result.value))}: ${result.reason}${variant}`)
  for (const [at, rule] of rules.entries()) {
    out.print(rich`${outcomes[rule.outcome]} ${at + 1} ${rule.name === '' ? rule.id : rule.name}: ${whyText(rule)}`)
    for (const { attribute, operator, value, actual, matched } of rule.conditions ?? []) {
      const wanted = value === undefined ? '' : ` ${valueText(value)}`
      const is = actual === null ? 'is not set' : `is ${valueText(actual)}`
      out.print(rich`    ${matched ? green('✓') : red('✗')} ${attribute} ${operator}${wanted}  ${dim(is)}`)
    }
  }
  if (rules.length === 0 && result.reason === 'FLAG_NOT_FOUND') out.note(rich`It has no config here, or is archived.`)
}

const outcomes: Record<RuleExplanation['outcome'], Rich> = {
  matched: green('✓'),
  not_matched: red('✗'),
  outside_rollout: yellow('○'),
  disabled: dim('–'),
  not_reached: dim('·'),
}

const words: Record<RuleExplanation['outcome'], string> = {
  matched: 'matched',
  not_matched: 'not matched',
  outside_rollout: 'outside the rollout',
  disabled: 'the rule is off',
  not_reached: 'not reached',
}

const whyText = ({ outcome, bucket, threshold }: RuleExplanation): string => {
  if (bucket === undefined) return words[outcome]
  if (threshold === undefined) return `${words[outcome]}, bucket ${bucket} of 100000`
  return `${words[outcome]}, bucket ${bucket} is ${bucket < threshold ? 'below' : 'not below'} ${threshold} (${threshold / 1_000} %)`
}
