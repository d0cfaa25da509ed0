import { useEffect, useState } from 'react'

/** A little longer than the saved environment's pennant sways. */
const swayMs = 400

/** The environment that was just saved, and its setter. */
export const useSaved = (): [saved: string | undefined, setSaved: (environmentId: string) => void] => {
  const [saved, setSaved] = useState<string>()
  useEffect(() => {
    if (saved === undefined) return
    const timer = setTimeout(() => setSaved(undefined), swayMs)
    return () => clearTimeout(timer)
  }, [saved])
  return [saved, setSaved]
}
