import type { Details } from '@bunting/sdk-web'
import { useCallback, useContext, useSyncExternalStore } from 'react'
import { FlagsContext } from './flags-context.ts'

const nothing = (): void => undefined

/**
 * A flag's answer of any type, with the reason; undefined if there is none. The component renders again only when
 * this flag's answer changes.
 *
 * @example
 * ```tsx
 * import { useDetails } from '@bunting/sdk-react'
 *
 * const Why = () => <code>{useDetails('spring-sale')?.reason ?? 'no such flag'}</code>
 * ```
 */
export const useDetails = (key: string): Details | undefined => {
  const { flags, initial } = useContext(FlagsContext)
  const subscribe = useCallback(
    (onChange: () => void) => flags?.on('changed', ({ keys }) => keys.includes(key) && onChange()) ?? nothing,
    [flags, key],
  )
  const first = (): Details | undefined => (initial && Object.hasOwn(initial, key) ? initial[key] : undefined)
  return useSyncExternalStore(subscribe, () => (flags ? flags.peek(key) : first()), first)
}
