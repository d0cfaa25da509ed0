import { findLatest, type Rule } from '../../config/flag-config.ts'
import { getRule } from '../../config/rollout.ts'
import { command } from '../../core/command.ts'
import { refuse, wrongUse } from '../../core/failure.ts'
import { list, type Option, oneOf, switched, text, wholeNumber } from '../../core/parameters.ts'
import { parseGuardrail } from '../../experiment/parse-guardrail.ts'
import { dim, green, rich } from '../../output/rich.ts'
import { parseWhen } from '../../schedule/parse-when.ts'
import { getFlag } from '../../server/flags.ts'
import { flagArgument } from '../flags/flag-argument.ts'
import { noteStarted } from './start.ts'

/** `5 %` is 0.05. */
export const effect: Option<number | undefined> = {
  kind: 'text',
  placeholder: 'percentage',
  description: 'the relative effect that matters (default: 5)',
  parse: (value) => {
    const percentage = Number(value.replace(/\s*%$/, ''))
    if (value.trim() === '' || !(percentage > 0)) throw new Error('It must be a percentage above 0.')
    return percentage / 100
  },
}

export const createExperiment = command({
  name: 'create',
  summary: 'Draft an experiment on a rule that splits',
  target: 'environment',
  arguments: flagArgument,
  options: {
    primary: text('metric', 'the metric that decides', { complete: 'metric' }),
    control: text('variant', 'the variant that the others are compared with'),
    rule: text('name', 'the rule, by its name or id (default: the one that splits)'),
    secondary: list('metric', 'a metric to look at besides', { complete: 'metric' }),
    guardrail: list('text', "'<metric> worse by 5 % then rollback' (or pause, or notify)"),
    effect,
    end: text('time', 'the planned end, an instant such as 2026-12-01T09:00Z, or +14d'),
    days: wholeNumber('n', 'the fewest days that it runs (default: 7)'),
    units: wholeNumber('n', 'units of control and one other variant together (default: from the plan)'),
    confidence: oneOf('share', ['0.9', '0.95', '0.99'], 'how sure its intervals are (default: 0.95)'),
    method: oneOf('method', ['sequential', 'hybrid', 'fixed'], 'default: hybrid with a planned end, else sequential'),
    exposure: text('event', 'the event that exposes (default: an answer of the rule)'),
    source: oneOf('source', ['any', 'server'], 'whose exposures count (default: any)'),
    name: text('text', 'what people read (default: from flag and metric)'),
    hypothesis: text('text', 'what you expect, and why'),
    start: switched('start it, too'),
  },
  examples: [
    'experiments create checkout --primary purchases --control blue --env production --start',
    "experiments create checkout --primary purchases --control blue --guardrail 'errors worse by 5 % then rollback' --end +14d",
  ],
  run: async (context, input) => {
    const { api, out, project, env } = context
    const { flag: flagKey, primary, control, effect: minimumEffect, end, units, confidence, exposure } = input
    const flag = await getFlag(context, flagKey)
    const rule = findSplit(findLatest(flag, env)?.config.rules ?? [], flag.key, env.slug, input.rule)
    const variants = rule.distribution?.map(({ variant }) => variant) ?? []
    if (primary === undefined) wrongUse('Which metric decides?', '--primary <metric>')
    if (control === undefined) wrongUse('Which variant is control?', `--control <variant>: ${variants.join(', ')}`)
    const given = Object.entries({
      hypothesis: input.hypothesis,
      secondary: input.secondary,
      guardrails: input.guardrail?.map(parseGuardrail),
      minimumEffect,
      plannedEnd: end === undefined ? undefined : instantOf(end),
      minimumDays: input.days,
      expectedUnits: units,
      confidence: confidence === undefined ? undefined : (Number(confidence) as 0.95),
      method: input.method,
      exposure: exposure === undefined ? undefined : { event: exposure },
      source: input.source,
    })
    const body = {
      ...Object.fromEntries(given.filter(([, value]) => value !== undefined)),
      name: input.name ?? `${flag.key}: ${primary}`,
      ruleId: rule.id,
      primary: primary as string,
      control: control as string,
    }
    const draft = await api.createExperiment({
      params: { projectId: project.id, envId: env.id, flagKey: flag.key },
      body,
    })
    if (!input.start) {
      out.show(draft, () => {
        out.note(rich`${green('Drafted')} an experiment on ${flag.key} in ${env.slug} (${draft.id}).`)
        out.note(dim(rich`Start it: bunting experiments start ${draft.id}`))
      })
      return
    }
    const started = await api.startExperiment({ params: { experimentId: draft.id } })
    out.show(started, () => noteStarted(out, started))
  },
})

const findSplit = (rules: readonly Rule[], flagKey: string, env: string, wanted: string | undefined): Rule => {
  if (wanted !== undefined) return getRule(rules, wanted)
  const [rule, ...others] = rules.filter(({ distribution }) => (distribution?.length ?? 0) > 1)
  if (others.length > 0) wrongUse('Several rules split.', '--rule <name or id>')
  return rule ?? refuse(`No rule of ${flagKey} in ${env} splits between variants.`)
}

const instantOf = (text: string): string => {
  const when = parseWhen(text)
  return 'at' in when ? when.at : new Date(Date.now() + when.after * 1_000).toISOString()
}
