import type { TrackDetails } from '@bunting/sdk-web'
import { useCallback, useContext } from 'react'
import { FlagsContext } from './flags-context.ts'

/**
 * Tells that something happened, for metrics and experiments, as `flags.track` does. The function stays the same.
 *
 * @example
 * ```tsx
 * import { useTrack } from '@bunting/sdk-react'
 *
 * const Buy = () => {
 *   const track = useTrack()
 *   return <button type="button" onClick={() => track('purchase', { value: 49.9 })}>Buy</button>
 * }
 * ```
 */
export const useTrack = (): ((name: string, details?: TrackDetails) => void) => {
  const { flags } = useContext(FlagsContext)
  return useCallback((name, details) => flags?.track(name, details), [flags])
}
