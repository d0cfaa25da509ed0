import type { FlagValue, Scalar } from '@bunting/sdk-core'
import { answersFrom } from './answers.ts'
import type { Bundle, BundleFlag } from './bundle.ts'
import type { Flags } from './flags.ts'
import { holdFlags } from './held-flags.ts'

export type FixedFlags = Flags & {
  /**
   * Sets a flag's value, and emits `changed`.
   *
   * @example
   * ```ts
   * import { fixedFlags } from '@bunting/sdk-server/testing'
   *
   * const flags = fixedFlags({ 'new-checkout': false })
   * flags.set('new-checkout', true)
   * ```
   */
  set(key: string, value: Scalar | object): void
}

/**
 * Flags for an application's own tests: they have the values that the test sets, for every context, without a network.
 *
 * @example
 * ```ts
 * import { fixedFlags } from '@bunting/sdk-server/testing'
 *
 * const flags = fixedFlags({ 'new-checkout': true, 'button-colour': 'green' })
 * console.log(flags.boolean('new-checkout', { userId: 'ada' }, false))
 * ```
 */
export const fixedFlags = (values: Readonly<Record<string, Scalar | object>>): FixedFlags => {
  const held = holdFlags()
  const fixed = new Map(Object.entries(values))
  held.begin(bundleOf(fixed))
  return {
    ...answersFrom(held.flags),
    on: held.on,
    get environmentId() {
      return held.head()?.environmentId
    },
    get status() {
      return held.status.get()
    },
    get error() {
      return held.status.error()
    },
    ready: async () => true,
    track: () => undefined,
    flush: async () => undefined,
    close: async () => held.status.close(),
    set: (key, value) => {
      fixed.set(key, value)
      held.replace(bundleOf(fixed))
    },
  }
}

const bundleOf = (values: ReadonlyMap<string, Scalar | object>): Bundle => ({
  environmentId: 'env_fixed',
  revision: 1,
  flags: Object.fromEntries([...values].map(([key, value]) => [key, flagOf(key, value)])),
})

const flagOf = (key: string, value: Scalar | object): BundleFlag => ({
  id: `flag_${key}`,
  type: typeof value === 'object' ? 'json' : (typeof value as BundleFlag['type']),
  clientSafe: true,
  config: { version: 1, enabled: true, defaultValue: value as FlagValue, rules: [] },
})
