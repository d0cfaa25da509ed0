import { planRamp, rampProblem } from '@bunting/contract'
import { findLatest } from '../../config/flag-config.ts'
import { parsePercentage } from '../../config/parse-percentage.ts'
import { findRolloutRule } from '../../config/rollout.ts'
import { command } from '../../core/command.ts'
import { refuse, wrongUse } from '../../core/failure.ts'
import { type Option, switched, text, wholeNumber } from '../../core/parameters.ts'
import { dim, rich } from '../../output/rich.ts'
import { parseGuardrail } from '../../schedule/parse-guardrail.ts'
import { parseWhen } from '../../schedule/parse-when.ts'
import { scheduleOptions } from '../../schedule/schedule-options.ts'
import { planLines, writeSchedule } from '../../schedule/write-schedule.ts'
import { getFlag } from '../../server/flags.ts'
import { durationText, parseDuration } from '../../text/duration.ts'
import { flagArgument } from './flag-argument.ts'

const percentage = (description: string): Option<number | undefined> => ({
  kind: 'text',
  placeholder: 'percentage',
  description,
  parse: parsePercentage,
})

export const rampFlag = command({
  name: 'ramp',
  summary: 'Raise or lower the percentage of a rule little by little',
  description:
    'It makes a schedule of even steps, shows it and asks. The rule is the one you name, else the one that has a percentage, else the one for everyone.',
  target: 'environment',
  arguments: flagArgument,
  options: {
    rule: text('name', 'the rule, by its name or id'),
    from: percentage('where it begins (default: where it is)'),
    to: percentage('where it ends (default: 100)'),
    over: text('time', 'how long it takes: 24h, 1d12h, 30m'),
    steps: wholeNumber('n', 'in how many steps (default: 10)'),
    at: text('time', 'when it begins, an instant such as 2026-12-01T09:00Z, or +1h (default: now)'),
    ...scheduleOptions,
    yes: switched('do not ask'),
  },
  examples: [
    'flags ramp new-checkout --from 0 --over 24h --env production',
    'flags ramp new-checkout --rule "Beta users" --from 5 --to 50 --over 2h --steps 5 --yes',
    "flags ramp new-checkout --over 1d --guardrail 'job:errors:ratio5m above 0.05 for 5m then rollback' --dry-run",
  ],
  run: async (context, input) => {
    const { ask, out, env } = context
    const { flag: flagKey, rule: wanted, from, to = 100, over, steps = 10, at, guardrail = [], comment } = input
    const seconds = parseDuration(over ?? '') ?? wrongUse('Over how long?', '--over 24h, 1d12h or 30m')
    const flag = await getFlag(context, flagKey)
    const config = findLatest(flag, env)?.config
    const rule =
      (config && findRolloutRule(config.rules, wanted)) ??
      refuse(
        `No rule of ${flag.key} in ${env.slug} rolls out.`,
        `bunting flags rollout ${flag.key} 0 --env ${env.slug}`,
      )
    const current = rule.rolloutPercentage ?? 100
    const span = { current, from: from ?? current, to, seconds, steps }
    const problem = rampProblem(span)
    if (problem !== undefined) wrongUse(problem, '--from <percentage> --to <percentage> --over <time> --steps <n>')
    const plan = {
      steps: planRamp({ ruleId: rule.id, ...span, startMs: startOf(at) }),
      guardrails: guardrail.map(parseGuardrail),
      comment,
    }
    const rules = config?.rules ?? []
    if (input.dryRun) {
      out.show(plan, () => {
        for (const line of planLines(plan, rules)) out.print(line)
      })
      return
    }
    if (!input.yes) for (const line of planLines(plan, rules)) out.note(line)
    const question = `Ramp ${flag.key} in ${env.slug} from ${span.from} % to ${to} % over ${durationText(seconds)}?`
    await ask.confirm(question, input.yes)
    await writeSchedule(context, flag.key, plan, rules)
    if (!config?.enabled) out.note(dim(rich`It is off in ${env.slug}: bunting flags on ${flag.key} --env ${env.slug}`))
  },
})

const startOf = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const when = parseWhen(text)
  return 'at' in when ? Date.parse(when.at) : Date.now() + when.after * 1_000
}
