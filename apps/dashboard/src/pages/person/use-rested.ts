import { useEffect, useState } from 'react'

const restMs = 250

/** A value after a pause in its changes: otherwise every letter typed would request all flags again. */
export const useRested = <Value>(value: Value): Value => {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const pause = setTimeout(() => setRested(value), restMs)
    return () => clearTimeout(pause)
  }, [value])
  return rested
}
