import { expect } from 'vitest'
import { type HookCall, recordingHook } from './hook.ts'
import type { EvaluationAnswer, EvaluationRequest, ProviderKind, SuiteType, SuiteValue, World } from './world.ts'

/** The state of a running scenario. */
export type Run = {
  world: World
  flag: EvaluationRequest
  context: Record<string, unknown>
  answer: EvaluationAnswer
  hooks: { calls: HookCall[] }[]
  levels: string[]
}

type Table = string[][]
type Step = (run: Run, args: string[], table: Table) => void | Promise<void>

const types: Record<string, SuiteType> = {
  boolean: 'boolean',
  string: 'string',
  integer: 'number',
  float: 'number',
  object: 'object',
}

const valueIn = (type: SuiteType, text: string): SuiteValue => {
  if (type === 'boolean') return text === 'true'
  if (type === 'object') return JSON.parse(text.replaceAll('\\"', '"'))
  return type === 'number' ? Number(text) : text
}

const read = (run: Run, text: string): unknown => valueIn(run.flag.type, text)

const choose = (run: Run, typeName: string, key: string, fallback: string): void => {
  const type = types[typeName.toLowerCase()] as SuiteType
  run.flag = { type, key, fallback: valueIn(type, fallback) }
}

const evaluate = async (run: Run): Promise<void> => {
  run.answer = await run.world.evaluate({ ...run.flag, context: run.context })
}

const evaluateNow: Step = async (run, [type = '', key = '', fallback = '']) => {
  choose(run, type, key, fallback)
  await evaluate(run)
}

const hasValue: Step = (run, [text = '']) => expect(run.answer.value).toEqual(read(run, text))
const hasFallback: Step = (run) => expect(run.answer.value).toBe(run.flag.fallback)
const hasError: Step = (run, [code]) => expect(run.answer).toMatchObject({ reason: 'ERROR', errorCode: code })

const fieldNames: Record<string, keyof EvaluationAnswer> = { flag_key: 'flagKey', error_code: 'errorCode' }
const cells: Record<string, (text: string) => unknown> = {
  string: (text) => (text === 'null' ? undefined : text),
  boolean: (text) => text === 'true',
}

const quoted = '"?(.*?)"?'

/** Every step of the suites, by a pattern of its text. */
const steps: [pattern: string, step: Step][] = [
  [
    'a (stable|not ready|error|fatal|stale) provider(?: with retrievable context is registered)?',
    (run, [kind]) => run.world.setProvider(kind as ProviderKind),
  ],
  ['the provider status should be "(.*)"', (run, [status]) => expect(run.world.status()).toBe(status)],

  // The older suite evaluates and checks in one step.
  [`an? (\\w+) flag with key "(.*?)" is evaluated with (?:details and )?default value ${quoted}`, evaluateNow],
  ['a non-existent (string) flag with key "(.*?)" is evaluated with details and a fallback value "(.*)"', evaluateNow],
  [
    'a string flag with key "(.*?)" is evaluated as an integer, with details and a fallback value (\\d+)',
    (run, [key = '', fallback = '']) => evaluateNow(run, ['integer', key, fallback], []),
  ],
  [
    'a flag with key "(.*?)" is evaluated with default value "(.*)"',
    (run, [key = '', fallback = '']) => evaluateNow(run, ['string', key, fallback], []),
  ],
  ['an (object) flag with key "(.*?)" is evaluated with (?:details and )?a (null) default value', evaluateNow],
  [
    'the resolved object (?:details )?value should be contain fields "(.*)", "(.*)", and "(.*)", with values "(.*)", "(.*)" and (\\d+), respectively',
    (run, [one = '', two = '', three = '', isShown, title, count]) =>
      expect(run.answer.value).toEqual({ [one]: isShown === 'true', [two]: title, [three]: Number(count) }),
  ],
  [
    'the variant should be "(.*)", and the reason should be "(.*)"',
    (run, [variant, reason = '']) => expect(run.answer).toMatchObject({ variant, reason: run.world.reasonFor(reason) }),
  ],
  [`the resolved \\w+ (?:value|response) should be ${quoted}`, hasValue],
  [
    `the resolved (?!details)\\w+ details value should be ${quoted}, the variant should be "(.*)", and the reason should be "(.*)"`,
    (run, [text = '', variant, reason = '']) =>
      expect(run.answer).toMatchObject({ value: read(run, text), variant, reason: run.world.reasonFor(reason) }),
  ],
  [
    'context contains keys "fn", "ln", "age", "customer" with values "(.*)", "(.*)", (\\d+), "(.*)"',
    (run, [fn, ln, age, customer]) => {
      run.context = { fn, ln, age: Number(age), customer: customer === 'true' }
    },
  ],
  [
    'the resolved flag value is "(.*)" when the context is empty',
    async (run, [value]) => {
      expect((await run.world.evaluate({ ...run.flag, context: {} })).value).toBe(value)
    },
  ],
  ['the default \\w+ value should be returned', hasFallback],
  ['the reason should indicate an error and the error code should indicate .* with "(.*)"', hasError],

  [
    'a (\\w+)-flag with key "(.*)" and a fallback value "(.*)"',
    (run, [type = '', key = '', fallback = '']) => choose(run, type, key, fallback),
  ],
  [
    'a context containing a key "(.*)", with type "(.*)" and with value "(.*)"',
    (run, [key = '', type = '', text = '']) => {
      run.context[key] = valueIn(types[type.toLowerCase()] as SuiteType, text)
    },
  ],
  [
    'a context containing a key "(.*)" with null value',
    (run, [key = '']) => {
      run.context[key] = null
    },
  ],
  ['the flag was evaluated with details(?: asynchronously)?', evaluate],
  ['the evaluation should complete without blocking', (run) => expect(run.answer.errorCode).toBeUndefined()],
  ['the resolved details value should be "(.*)"', hasValue],
  ['the flag key should be "(.*)"', (run, [key]) => expect(run.answer.flagKey).toBe(key)],
  ['the variant should be "(.*)"', (run, [variant]) => expect(run.answer.variant).toBe(variant)],
  ['the reason should be "(.*)"', (run, [reason = '']) => expect(run.answer.reason).toBe(run.world.reasonFor(reason))],
  ['the error-code should be "(.*)"', hasError],
  // Bunting's own details of a flag do not count as metadata by its owner.
  [
    'the resolved metadata is empty',
    ({
      answer: {
        flagMetadata: { version, ruleId, flagSetId, contextId, ...others },
      },
    }) => expect(others).toEqual({}),
  ],

  [
    'a client with added hook',
    (run) => {
      const hook = recordingHook()
      run.hooks = [hook]
      run.world.addClientHook(hook)
    },
  ],
  [
    'evaluation options containing specific hooks',
    (run) => {
      run.hooks = [recordingHook(), recordingHook()]
    },
  ],
  [
    'the flag was evaluated with details using the evaluation options',
    async (run) => {
      run.answer = await run.world.evaluate({ ...run.flag, hooks: run.hooks as ReturnType<typeof recordingHook>[] })
    },
  ],
  [
    'the "(before|error)" hook should have been executed',
    (run, [stage]) => expect(run.hooks[0]?.calls.map((call) => call.stage)).toContain(stage),
  ],
  [
    'the specified hooks should execute during evaluation',
    (run) => {
      for (const { calls } of run.hooks) expect(calls.length).toBeGreaterThan(0)
    },
  ],
  [
    'the hook order should be maintained',
    (run) => {
      for (const { calls } of run.hooks) expect(calls.map(({ stage }) => stage)).toEqual(['before', 'after', 'finally'])
    },
  ],
  [
    'the "(.*)" hooks should be called with evaluation details',
    (run, [stages = ''], [, ...rows]) => {
      for (const stage of stages.split(', ')) {
        const details = run.hooks[0]?.calls.find((call) => call.stage === stage)?.details
        for (const [type = '', name = '', text = ''] of rows) {
          const expected = name === 'reason' ? run.world.reasonFor(text) : cells[type]?.(text)
          expect(details?.[fieldNames[name] ?? (name as keyof EvaluationAnswer)], `${stage}: ${name}`).toBe(expected)
        }
      }
    },
  ],

  [
    'an evaluation context with modifiable data',
    (run) => {
      run.context = { nested: { value: 1 }, email: 'ada@example.com' }
    },
  ],
  [
    'the original evaluation context should remain unmodified',
    (run) => expect(run.context).toEqual({ nested: { value: 1 }, email: 'ada@example.com' }),
  ],
  ['the evaluation details should be immutable', (run) => expect(Object.isFrozen(run.answer.flagMetadata)).toBe(true)],

  [
    'A context entry with key "(.*)" and value "(.*)" is added to the "(.*)" level',
    (run, [key = '', value, level = '']) => run.world.addContext(level, key, value),
  ],
  [
    'A table with levels of increasing precedence',
    (run, _args, table) => {
      run.levels = table.map(([level = '']) => level)
    },
  ],
  [
    'Context entries for each level from API level down to the "(.*)" level, with key "(.*)" and value "(.*)"',
    (run, [last = '', key = '']) => {
      for (const level of run.levels.slice(0, run.levels.indexOf(last) + 1)) run.world.addContext(level, key, level)
    },
  ],
  [
    'Some flag was evaluated',
    async (run) => {
      choose(run, 'boolean', 'boolean-flag', 'false')
      await evaluate(run)
    },
  ],
  [
    'The merged context contains an entry with key "(.*)" and value "(.*)"',
    (run, [key = '', value]) => expect(run.world.mergedContext()[key]).toBe(value),
  ],
]

const compiled = steps.map(([pattern, step]) => ({ pattern: new RegExp(`^${pattern}$`), step }))

export const runStep = async (run: Run, text: string, table: Table): Promise<void> => {
  for (const { pattern, step } of compiled) {
    const found = pattern.exec(text)
    if (found) return step(run, found.slice(1), table)
  }
  throw new Error(`No step is written for: ${text}`)
}
