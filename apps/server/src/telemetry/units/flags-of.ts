import type { EnvironmentId } from '@bunting/contract'
import { compileFlags, type FlagsSource } from '@bunting/engine'
import type { Edge, EdgeBundle, EdgeEntries } from '../../edge/edge.ts'
import type { TrackTools } from '../../rules/units/hash-track.ts'

type Evaluate = TrackTools['evaluate']
type Known = { revision: number; evaluate: Promise<Evaluate> }

const maxEnvironments = 100

/** Evaluates flags for events that expose. An environment is compiled at the first such event, and after each change. */
export const openFlagsOf = (edge: Pick<Edge, 'readBundle' | 'readRevision'>) => {
  const known = new Map<EnvironmentId, Known>()

  const compile = async (environmentId: EnvironmentId): Promise<Evaluate> => {
    const bundle = (await edge.readBundle(environmentId)) as EdgeBundle | undefined
    if (!bundle) return () => undefined
    const source: FlagsSource = {
      format: bundle.format,
      flags: parsed(bundle.flags),
      segments: parsed(bundle.segments),
    }
    const { flags } = compileFlags(source)
    return (flagKey, context) => flags.get(flagKey)?.evaluate(context)
  }

  return async (environmentId: EnvironmentId): Promise<Evaluate> => {
    const { revision = 0 } = (await edge.readRevision(environmentId)) ?? {}
    const before = known.get(environmentId)
    if (before?.revision === revision) return before.evaluate
    if (known.size >= maxEnvironments) known.clear()
    const evaluate = compile(environmentId)
    known.set(environmentId, { revision, evaluate })
    evaluate.catch(() => known.delete(environmentId))
    return evaluate
  }
}

const parsed = (entries: EdgeEntries) => new Map(entries.map(([key, text]) => [key, JSON.parse(text)] as const))
