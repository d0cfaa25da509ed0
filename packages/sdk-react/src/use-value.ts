import { type AnyCheck, checked } from '@bunting/sdk-core'
import type { Flags } from '@bunting/sdk-web'
import { useContext, useEffect } from 'react'
import { FlagsContext } from './flags-context.ts'
import { useDetails } from './use-details.ts'

/** What is shown counts as evaluated once, and again when it changes: rendering, which is often repeated, does not. */
const useValue = <Value>(
  key: string,
  fallback: Value,
  count: (flags: Flags, key: string, fallback: Value) => void,
  check?: AnyCheck,
): Value => {
  const { flags } = useContext(FlagsContext)
  const details = useDetails(key)
  // Another fallback is no other answer.
  useEffect(() => {
    if (flags) count(flags, key, fallback)
  }, [flags, key, details])
  const found = typeof details?.value === typeof fallback ? checked(details?.value, check) : undefined
  return found === undefined ? fallback : (found as Value)
}

/**
 * What a boolean flag says, or the fallback.
 *
 * @example
 * ```tsx
 * import { useBoolean } from '@bunting/sdk-react'
 *
 * const Banner = () => (useBoolean('spring-sale', false) ? <h1>Everything must go</h1> : null)
 * ```
 */
export const useBoolean = (key: string, fallback: boolean): boolean =>
  useValue(key, fallback, (flags, ...asked) => flags.boolean(...asked))

/**
 * What a string flag says, or the fallback.
 *
 * @example
 * ```tsx
 * import { useString } from '@bunting/sdk-react'
 *
 * const Button = () => <button type="submit" style={{ color: useString('button-colour', 'blue') }}>Buy</button>
 * ```
 */
export const useString = (key: string, fallback: string): string =>
  useValue(key, fallback, (flags, ...asked) => flags.string(...asked))

/**
 * What a number flag says, or the fallback.
 *
 * @example
 * ```tsx
 * import { useNumber } from '@bunting/sdk-react'
 *
 * const Results = ({ items }: { items: string[] }) => <p>{items.slice(0, useNumber('results-per-page', 20)).join(', ')}</p>
 * ```
 */
export const useNumber = (key: string, fallback: number): number =>
  useValue(key, fallback, (flags, ...asked) => flags.number(...asked))

/**
 * What a json flag says, or the fallback: an object or an array, frozen, and the same one until it changes. `check` says
 * whether it is what it is taken for; where it is not, the fallback comes back. A schema is made outside of components:
 * it is asked once about each value.
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
