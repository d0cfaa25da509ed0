import { useState } from 'react'
import { same } from '../../format/same.ts'

/** The very same list as long as it says the same: whatever hangs on a new one is drawn anew. */
export const useSame = <List extends readonly unknown[]>(list: List): List => {
  const [known, setKnown] = useState(list)
  if (same(known, list)) return known
  setKnown(list)
  return list
}
