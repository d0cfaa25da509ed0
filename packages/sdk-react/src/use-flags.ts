import type { Flags } from '@bunting/sdk-web'
import { useContext } from 'react'
import { FlagsContext } from './flags-context.ts'

/**
 * The `Flags` object, for example to change its context; undefined on a server.
 *
 * @example
 * ```tsx
 * import { useFlags } from '@bunting/sdk-react'
 *
 * const SignIn = () => {
 *   const flags = useFlags()
 *   return <button type="button" onClick={() => flags?.setContext({ userId: 'ada' })}>Sign in</button>
 * }
 * ```
 */
export const useFlags = (): Flags | undefined => useContext(FlagsContext).flags
