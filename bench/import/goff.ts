import { sameValue } from '@bunting/engine'
import { compileConverted } from '../../apps/cli/src/moving-in/compile-converted.ts'
import { convertSnapshot } from '../../apps/cli/src/moving-in/convert-snapshot.ts'
import { findModule, openModule } from '../../apps/cli/src/moving-in/verify/engines/goff-module.ts'
import type { Random } from '../support/random.ts'
import { contextOf, randomFile, theirsOf } from './goff/random-file.ts'
import { flagsWith } from './imported.ts'
import type { Difference, Referee, Round } from './referee.ts'

const slug = 'production'
const contexts = 40
/** A time within the random schedules. */
const nowMs = Date.parse('2026-06-15T12:00:00Z')

type Evaluated = { value?: unknown; failed?: boolean; reason?: string }

/** Asks GO Feature Flag's own evaluation, which lies below this folder. */
export const goffIn = (folder: string): Referee => ({
  source: 'goff',
  open: (random) => {
    const file = randomFile(random)
    return { theirs: file, compare: () => compareAll(file, folder, random) }
  },
})

const compareAll = (file: Record<string, object>, folder: string, random: Random): Round => {
  const evaluate = openModule(findModule(folder), nowMs)
  const converted = convertSnapshot(
    { source: 'goff', environments: { theirs: file } },
    { environments: new Map([['theirs', slug]]), rename: new Map(), nowMs },
  )
  const flags = compileConverted(converted, slug)
  const byHand = flagsWith(converted, slug, ({ kind }) => kind === 'by-hand')
  const different: Difference[] = []
  let compared = 0
  for (let at = 0; at < contexts; at++) {
    const context = contextOf(random)
    for (const [flagKey, flag] of Object.entries(file)) {
      if (byHand.has(flagKey)) continue
      const flagContext = { defaultSdkValue: null, evaluationContextEnrichment: {} }
      const evalContext = theirsOf(context)
      const { value, failed, reason } = (evaluate({ flagKey, flag, evalContext, flagContext }) ?? {}) as Evaluated
      const isLeftToCode = failed === true || reason === 'DISABLED'
      const theirs = isLeftToCode ? converted.flags[flagKey]?.environments[slug]?.defaultValue : value
      const ours = flags.get(flagKey)?.evaluate(context).value
      compared++
      if (!sameValue(theirs, ours)) different.push({ flagKey, context, theirs, ours })
    }
  }
  return { compared, different }
}
