import type { FlagValue, Scalar } from '@bunting/sdk-core'
import type { Result } from './answers.ts'
import type { Flags } from './flags.ts'
import { holdAnswers } from './held-answers.ts'

export type FixedFlags = Flags & {
  /**
   * Sets a flag's value, and emits `changed`.
   *
   * @example
   * ```ts
   * import { fixedFlags } from '@bunting/sdk-web/testing'
   *
   * const flags = fixedFlags({ 'dark-mode': false })
   * flags.set('dark-mode', true)
   * ```
   */
  set(key: string, value: Scalar | object): void
}

/**
 * Flags for an application's own tests: they have the values that the test sets, for every context, without a network.
 *
 * @example
 * ```ts
 * import { fixedFlags } from '@bunting/sdk-web/testing'
 *
 * const flags = fixedFlags({ 'dark-mode': true, 'button-colour': 'green' })
 * console.log(flags.boolean('dark-mode', false))
 * ```
 */
export const fixedFlags = (values: Readonly<Record<string, Scalar | object>>): FixedFlags => {
  const unknown = (key: string) => held.take({ [key]: { value: null, reason: 'FLAG_NOT_FOUND' } })
  const held = holdAnswers({
    onWanted: (key) => queueMicrotask(() => unknown(key)),
    count: () => undefined,
    expose: () => undefined,
  })
  const resultOf = (value: Scalar | object): Result => ({ value: value as FlagValue, reason: 'DEFAULT' })
  held.take(Object.fromEntries(Object.entries(values).map(([key, value]) => [key, resultOf(value)])))
  let context = {}
  return {
    ...held.questions,
    on: held.on,
    get context() {
      return context
    },
    environmentId: 'env_fixed',
    revision: '1',
    get status() {
      return held.status.get()
    },
    get error() {
      return held.status.error()
    },
    ready: held.status.wait,
    setContext: async (next) => {
      context = next
      return true
    },
    track: () => undefined,
    flush: async () => undefined,
    close: async () => held.status.close(),
    set: (key, value) => held.take({ [key]: resultOf(value) }),
  }
}
