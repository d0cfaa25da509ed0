import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

const delayMs = 400

/** A line under the top bar, if loading takes longer than a moment. The content in view stays. */
export const LoadingLine = () => {
  const isLoading = useRouterState({ select: (state) => state.status === 'pending' })
  const isBusy = useIsFetching() + useIsMutating() > 0 || isLoading
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isBusy) return
    const timer = setTimeout(() => setLong(true), delayMs)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [isBusy])
  return isLong ? <div className="loading" role="progressbar" aria-label="Loading" /> : null
}
