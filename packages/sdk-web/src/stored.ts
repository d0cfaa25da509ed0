import { type EvaluationContext, FlagsError } from '@bunting/sdk-core'
import { type Answers, areResults, type Result } from './answers.ts'
import type { FlagsOptions } from './options.ts'
import { sameJson } from './same-json.ts'

/** Stores the answers for the next visit with the same context. A storage that fails has no other effect. */
export const openStored = (options: FlagsOptions, onError: (error: FlagsError) => void) => {
  const name = `bunting:${options.key}`
  const storage = () => (options.storage === undefined ? globalThis.document && localStorage : options.storage)

  const attempt = <Value>(work: () => Value): Value | undefined => {
    try {
      return work()
    } catch (thrown) {
      onError(new FlagsError('CACHE', 'The storage cannot be used.', thrown))
      return undefined
    }
  }

  return {
    read: (context: EvaluationContext): Record<string, Result> | undefined =>
      attempt(() => {
        const stored = JSON.parse(storage()?.getItem(name) ?? 'null')
        return sameJson(stored?.context, context) && areResults(stored.results) ? stored.results : undefined
      }),
    write: (context: EvaluationContext, answers: Answers): void =>
      attempt(() => {
        const results = Object.fromEntries([...answers].map(([key, { details }]) => [key, details]))
        storage()?.setItem(name, JSON.stringify({ context, results }))
      }),
  }
}
