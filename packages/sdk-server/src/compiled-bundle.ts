import {
  type CompiledFlags as CompiledGraph,
  compileFlags as compileGraph,
  type CompiledFlag as Evaluated,
  type EvaluationResult,
  type FlagsSource,
  sameValue,
  type Turn,
} from '@bunting/engine'
import type { Counted, Details, EvaluationContext, FlagValue } from '@bunting/sdk-core'
import type { Bundle, BundleFlag } from './bundle.ts'

/** Something that a flag can answer, made when the flag is compiled. */
type Outcome = { readonly details: Details; readonly counted: Counted }

export type CompiledFlag = {
  /** It, or something that it needs, cannot be read. */
  readonly broken: boolean
  readonly evaluate: (context: EvaluationContext) => Outcome
  /** As one of several flags for the same context, all of the same turn. */
  readonly evaluateIn: (context: EvaluationContext, turn: Turn) => Outcome
  readonly clientSafe: boolean
  /** Counts evaluations that failed. */
  readonly failed: Counted
}

/** What a bundle became; what of it is needed to take things over into the next. */
export type CompiledBundle = {
  readonly flags: ReadonlyMap<string, CompiledFlag>
  readonly graph: CompiledGraph<Outcome>
  readonly source: FlagsSource
}

/** What is as it was, with all that it needs, is taken over: a change costs what changed. */
export const compileBundle = (bundle: Bundle, before: CompiledBundle | undefined): CompiledBundle => {
  const source = sourceOf(bundle)
  const isSame = (kind: 'flag' | 'segment', key: string): boolean =>
    sameValue(source[`${kind}s`].get(key), before?.source[`${kind}s`].get(key))
  const graph = compileGraph(source, renderFrom(source), before && { ...before.graph, isSame })
  const flags = new Map<string, CompiledFlag>()
  for (const [key, flag] of graph.flags) {
    const isKept = before?.graph.flags.get(key) === flag
    flags.set(key, (isKept && before?.flags.get(key)) || withCounts(key, flag, source.flags.get(key)))
  }
  return { flags, graph, source }
}

/** The keys of flags that were added, taken away or changed, or need something that did. */
export const changedKeys = (before: CompiledBundle | undefined, { flags: after }: CompiledBundle): string[] => [
  ...[...(before?.flags.keys() ?? [])].filter((key) => !after.has(key)),
  ...[...after].filter(([key, flag]) => before?.flags.get(key) !== flag).map(([key]) => key),
]

const entriesOf = (items: unknown): ReadonlyMap<string, unknown> => new Map(Object.entries(items ?? {}))

const sourceOf = ({ format, flags, segments }: Bundle): FlagsSource => ({
  format,
  flags: new Map([...entriesOf(flags)].map(([key, flag]) => [key, isFlag(flag) ? flag : undefined])),
  segments: entriesOf(segments),
})

/** Its config shows when it is compiled. */
const isFlag = (flag: unknown): flag is BundleFlag => typeof (flag as BundleFlag | null)?.id === 'string'

const renderFrom =
  ({ flags }: FlagsSource) =>
  (key: string, result: EvaluationResult): Outcome => {
    if (result.reason === 'ERROR') return { details: result as Details, counted: countedFor(key, undefined, result) }
    const { id, config } = flags.get(key) as BundleFlag
    const { version, enabled, rules, prerequisites } = config
    const isStatic = enabled && !prerequisites && !rules.some((rule) => rule.enabled)
    return {
      details: Object.freeze({ ...result, value: result.value as FlagValue, version, isStatic }),
      counted: countedFor(key, id, result),
    }
  }

const withCounts = (key: string, compiled: Evaluated<Outcome>, flag: unknown): CompiledFlag => {
  const { broken, evaluate, evaluateIn } = compiled as Pick<CompiledFlag, 'broken' | 'evaluate' | 'evaluateIn'>
  const { id, clientSafe = false } = (broken ? {} : flag) as Partial<BundleFlag>
  return { broken, evaluate, evaluateIn, clientSafe, failed: countedFor(key, id, failure) }
}

const failure: EvaluationResult = { value: null, reason: 'ERROR' }

const countedFor = (
  flagKey: string,
  flagId: string | undefined,
  { value, reason, ruleId, variant }: EvaluationResult,
): Counted => ({ flagKey, flagId, value, reason, ruleId, variant, count: 0 })
