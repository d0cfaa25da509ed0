import { useEffect, useState } from 'react'

/** How long the pennant of what was saved sways, and a little more. */
const swayMs = 400

/** The environment that something was just saved in, and how to say so. */
export const useSaved = (): [saved: string | undefined, setSaved: (environmentId: string) => void] => {
  const [saved, setSaved] = useState<string>()
  useEffect(() => {
    if (saved === undefined) return
    const timer = setTimeout(() => setSaved(undefined), swayMs)
    return () => clearTimeout(timer)
  }, [saved])
  return [saved, setSaved]
}
