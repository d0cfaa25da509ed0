import { useState } from 'react'
import { same } from '../../format/same.ts'

/** Keeps the same array while its content is equal: everything that depends on it would render again. */
export const useSame = <List extends readonly unknown[]>(list: List): List => {
  const [known, setKnown] = useState(list)
  if (same(known, list)) return known
  setKnown(list)
  return list
}
