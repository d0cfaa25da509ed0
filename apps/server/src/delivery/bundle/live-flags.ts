import {
  type CompiledFlag,
  type EvaluationResult,
  type FindList,
  type FlagConfig,
  type FlagsChange,
  isKnownFormat,
  openFlagGraph,
  readExperiment,
  reckon,
} from '@bunting/engine'
import { isObject } from '../../base/json.ts'
import type { Pausable } from '../../base/pausable.ts'
import type { ReportInvalid } from '../../edge/format/invalid-entries.ts'
import { valuesOf } from '../../rules/configs/flag-values.ts'
import type { DoorExperiment } from '../../rules/units/door.ts'
import type { DeliveredFlag } from './compiled-bundle.ts'
import { type Outcome, outcomeOf } from './outcome.ts'

export type LiveFlags = {
  /** The same map after every change. */
  flags: ReadonlyMap<string, DeliveredFlag>
  /** Large segments whose list is not here: flags that need one are as they were before. */
  waiting: ReadonlySet<string>
  /**
   * Applies a change entirely or not at all. `parsedOf` returns the parsed entry of a flag that did not change. At a
   * pause only some of the flags are changed, so flags in use must be changed with `runAtOnce`.
   */
  change(change: FlagsChange, parsedOf: (key: string) => unknown): Pausable<void>
}

/**
 * Compiles flags ahead of requests: each rule to a function, each outcome to its text. A malformed flag does not affect
 * the others.
 */
export const openLiveFlags = (format: unknown, reportInvalid: ReportInvalid, findList: FindList): LiveFlags => {
  if (!isKnownFormat(format)) reportInvalid('bundle', 'its format is newer than this server: upgrade it')
  const flags = new Map<string, DeliveredFlag>()
  const none: FlagsChange['flags'] = new Map()
  let changing = none
  const isSafe = (key: string): boolean =>
    changing.has(key) ? Object(changing.get(key)).clientSafe === true : flags.get(key)?.clientSafe === true
  const render = (key: string, result: EvaluationResult): Outcome => outcomeOf(key, result, isSafe)
  const graph = openFlagGraph({ format, flags: none, segments: none, findList }, render, reckon)
  return {
    flags,
    waiting: graph.waiting,
    change: function* (change, parsedOf) {
      changing = change.flags
      const readable = change.flags.entries().map(([key, flag]) => [key, isReadable(flag) ? flag : null] as const)
      const others = yield* graph.changeWithPauses({ flags: new Map(readable), segments: change.segments })
      changing = none
      for (const key of others) {
        const compiled = graph.flags.get(key)
        const parsed = change.flags.has(key) ? change.flags.get(key) : parsedOf(key)
        if (compiled) flags.set(key, deliver(compiled, parsed, reportInvalid))
        else flags.delete(key)
        yield
      }
      // Who may see a flag does not wait for the list that its config needs.
      for (const [key, said] of change.flags) {
        const flag = others.has(key) ? undefined : flags.get(key)
        if (flag && isObject(said)) flags.set(key, { ...flag, clientSafe: said.clientSafe === true })
      }
    },
  }
}

/** Tells whether an entry can be read. Undefined stands for a removed flag, and can. */
const isReadable = (flag: unknown): boolean =>
  flag === undefined || (isObject(flag) && typeof flag.id === 'string' && typeof flag.clientSafe === 'boolean')

const deliver = (
  { key, broken, cost, evaluate, evaluateIn, ask }: CompiledFlag<Outcome>,
  flag: unknown,
  reportInvalid: ReportInvalid,
): DeliveredFlag => {
  const { id, clientSafe, config } = isObject(flag) ? flag : {}
  const asked = { key, clientSafe: clientSafe === true, broken, cost, evaluate, evaluateIn, ask }
  if (broken) {
    reportInvalid('flag', 'it, or something that it needs, is not in a form that this server knows')
    const nothing = { experiment: undefined, prerequisites: [] }
    return { ...asked, ...nothing, id: '', version: 0, isStatic: false, hasFraction: false }
  }
  const { version, enabled, rules, prerequisites } = config as FlagConfig
  return {
    ...asked,
    id: id as string,
    version,
    experiment: experimentOf(key, flag, rules),
    prerequisites: enabled ? (prerequisites ?? []) : [],
    isStatic: enabled && !prerequisites && !rules.some((rule) => rule.enabled),
    hasFraction: valuesOf(config as FlagConfig).some((value) => typeof value === 'number' && !Number.isInteger(value)),
  }
}

/** Undefined too where the rule that it names splits nothing. */
const experimentOf = (flagKey: string, flag: unknown, rules: FlagConfig['rules']): DoorExperiment | undefined => {
  const experiment = readExperiment(Object(flag).experiment)
  const rule = experiment && rules.find(({ id, distribution }) => id === experiment.ruleId && distribution)
  return rule && { flagKey, rule, exposure: experiment.exposure }
}
