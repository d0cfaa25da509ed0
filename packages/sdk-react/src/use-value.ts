import { type AnyCheck, checked, type FlagKey } from '@bunting/sdk-core'
import type { Flags } from '@bunting/sdk-web'
import { useContext, useEffect } from 'react'
import { FlagsContext } from './flags-context.ts'
import { useDetails } from './use-details.ts'

/** Counts one evaluation when a value is first shown and one at each change, however often the component renders. */
const useValue = <Value>(
  key: string,
  fallback: Value,
  count: (flags: Flags, key: string, fallback: Value) => void,
  check?: AnyCheck,
): Value => {
  const { flags } = useContext(FlagsContext)
  const details = useDetails(key)
  // `fallback` is not a dependency: a new fallback is not a new answer.
  useEffect(() => {
    if (flags) count(flags, key, fallback)
  }, [flags, key, details])
  const found = typeof details?.value === typeof fallback ? checked(details?.value, check) : undefined
  return found === undefined ? fallback : (found as Value)
}

/**
 * The value of a boolean flag, or the fallback.
 *
 * @example
 * ```tsx
 * import { useBoolean } from '@bunting/sdk-react'
 *
 * const Banner = () => (useBoolean('spring-sale', false) ? <h1>Everything must go</h1> : null)
 * ```
 */
export const useBoolean = (key: FlagKey<boolean>, fallback: boolean): boolean =>
  useValue(key, fallback, (flags, ...asked) => flags.boolean(...asked))

/**
 * The value of a string flag, or the fallback.
 *
 * @example
 * ```tsx
 * import { useString } from '@bunting/sdk-react'
 *
 * const Button = () => <button type="submit" style={{ color: useString('button-colour', 'blue') }}>Buy</button>
 * ```
 */
export const useString = (key: FlagKey<string>, fallback: string): string =>
  useValue(key, fallback, (flags, ...asked) => flags.string(...asked))

/**
 * The value of a number flag, or the fallback.
 *
 * @example
 * ```tsx
 * import { useNumber } from '@bunting/sdk-react'
 *
 * const Results = ({ items }: { items: string[] }) => <p>{items.slice(0, useNumber('results-per-page', 20)).join(', ')}</p>
 * ```
 */
export const useNumber = (key: FlagKey<number>, fallback: number): number =>
  useValue(key, fallback, (flags, ...asked) => flags.number(...asked))

/**
 * The value of a json flag, or the fallback: an object or an array, frozen, and the same object until it changes.
 * `check` validates it; a value that fails it is replaced by the fallback. Make a schema outside of components: each
 * value is validated once per schema.
 *
 * @example
 * ```tsx
 * import { useJson } from '@bunting/sdk-react'
 * import { z } from 'zod'
 *
 * const theme = z.object({ accent: z.string() })
 * const plain = { accent: 'black' }
 *
 * const Title = () => <h1 style={{ color: useJson('theme', plain, theme).accent }}>Welcome</h1>
 * ```
 */
export const useJson: Flags['json'] = <Value extends object>(key: string, fallback: Value, check?: AnyCheck): Value =>
  useValue(key, fallback, (flags, ...asked) => flags.json(...asked, check as (value: unknown) => boolean), check)
