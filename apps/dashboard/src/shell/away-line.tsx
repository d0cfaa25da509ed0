import { CloudOff } from 'lucide-react'
import { useEffect } from 'react'
import { askAgain } from '../api/core/client.ts'
import { useIsAway } from '../api/core/reach.ts'

const betweenMs = 2_000

/** A line under the top bar while the service does not answer. It keeps asking until the service does. */
export const AwayLine = () => {
  const isAway = useIsAway()
  useEffect(() => {
    if (!isAway) return
    const timer = setInterval(() => void askAgain(), betweenMs)
    return () => clearInterval(timer)
  }, [isAway])
  return (
    <div role="status">
      {isAway && (
        <p className="away">
          <CloudOff size={16} strokeWidth={1.5} aria-hidden />
          <span>
            <b>Bunting does not answer.</b> What is here may be old, and nothing can be saved. Drafts are kept; this
            goes away once it is back.
          </span>
        </p>
      )}
    </div>
  )
}
