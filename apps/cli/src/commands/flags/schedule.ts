import type { Guardrail, StepBody } from '@bunting/contract'
import { draftOf, findLatest } from '../../config/flag-config.ts'
import type { Ask } from '../../core/ask.ts'
import { command } from '../../core/command.ts'
import { refuse, wrongUse } from '../../core/failure.ts'
import { list, several, text } from '../../core/parameters.ts'
import { readJson } from '../../core/read-json.ts'
import { parseChange, type Subject } from '../../schedule/parse-change.ts'
import { parseGuardrail } from '../../schedule/parse-guardrail.ts'
import { parseWhen } from '../../schedule/parse-when.ts'
import { scheduleOptions } from '../../schedule/schedule-options.ts'
import { splitWords } from '../../schedule/split-words.ts'
import { planLines, writeSchedule } from '../../schedule/write-schedule.ts'
import { getFlag } from '../../server/flags.ts'
import { flagArgument } from './flag-argument.ts'

export const scheduleFlag = command({
  name: 'schedule',
  summary: 'Change a flag at times to come',
  description:
    'A change is on, off, rollout=25, default=<value> or rules[<name>].<field>=<value>, with enabled, rolloutPercentage, value or distribution as the field. One change goes with --at; several steps are --step each, with their time first.\nA time is an instant such as 2026-12-01T09:00Z, or how long after the step before, such as +1h. A protected environment gets a proposal, whose approval starts it.',
  target: 'environment',
  arguments: { ...flagArgument, changes: several('what to change, with --at') },
  options: {
    at: text('time', 'when to make the change'),
    step: list('text', "a step, '<time> <change> …', as often as you like"),
    file: text('file', 'take steps and guardrails from this JSON file, as the API has them; - is standard input', {
      complete: 'file',
    }),
    rule: text('name', 'the rule that rollout=… is about, by its name or id'),
    ...scheduleOptions,
  },
  examples: [
    'flags schedule new-checkout on --at 2026-12-01T09:00Z --env production',
    "flags schedule new-checkout --step '2026-12-01T09:00Z on rollout=5' --step '+1h rollout=25' --step '+1d rollout=100'",
    "flags schedule new-checkout off --at +2h --comment 'The sale ends'",
    "flags schedule new-checkout on --at +10m --guardrail 'job:errors:ratio5m above 0.05 for 5m then rollback'",
  ],
  run: async (context, { flag: flagKey, changes, at, step, file, rule, guardrail = [], comment, dryRun }) => {
    const flag = await getFlag(context, flagKey)
    const latest =
      findLatest(flag, context.env) ??
      refuse(`${flag.key} has no config in ${context.env.slug} yet.`, `bunting flags on ${flag.key}`)
    const subject = { flag, draft: draftOf(latest.config), rule }
    const read = await readSteps(context.ask, subject, { changes, at, step, file })
    const plan = { ...read, guardrails: [...read.guardrails, ...guardrail.map(parseGuardrail)], comment }
    if (!dryRun) return writeSchedule(context, flag.key, plan, latest.config.rules)
    context.out.show(plan, () => {
      for (const line of planLines(plan, latest.config.rules)) context.out.print(line)
    })
  },
})

type Given = { changes: string[]; at: string | undefined; step: string[] | undefined; file: string | undefined }
type Read = { steps: StepBody[]; guardrails: Guardrail[] }

const readSteps = async (ask: Ask, subject: Subject, { changes, at, step, file }: Given): Promise<Read> => {
  const ways = [at, step, file].filter((way) => way !== undefined)
  if (ways.length !== 1 || (at === undefined) !== (changes.length === 0)) {
    wrongUse('When does what change?', '<change> --at <time>', "--step '<time> <change>'", '--file <file>')
  }
  if (file !== undefined) return readPlan(file, await readJson(ask, file))
  const texts = step?.map((each) => splitWords(each)) ?? [[at as string, ...changes]]
  const steps = texts.map(([when = '', ...words]) => {
    if (words.length === 0) wrongUse(`"${when}" is a time, or nothing: what changes then?`, "--step '<time> <change>'")
    return { ...parseWhen(when), change: parseChange(subject, words) }
  })
  return { steps, guardrails: [] }
}

/** Parses the outer shape only: the server describes mistakes in the steps better. */
const readPlan = (file: string, content: unknown): Read => {
  const { steps, guardrails = [] } = (Array.isArray(content) ? { steps: content } : (content ?? {})) as Partial<Read>
  return Array.isArray(steps) && Array.isArray(guardrails)
    ? { steps, guardrails }
    : wrongUse(`${file} holds no steps: it must be an array of them, or an object with steps and guardrails.`)
}
