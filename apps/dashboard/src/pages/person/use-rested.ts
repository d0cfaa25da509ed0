import { useEffect, useState } from 'react'

const restMs = 250

/** A value once it rests: every letter that is typed would ask the service for all flags anew. */
export const useRested = <Value>(value: Value): Value => {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const pause = setTimeout(() => setRested(value), restMs)
    return () => clearTimeout(pause)
  }, [value])
  return rested
}
