import { hasHash, makeHashList, unitHasher } from '@bunting/engine'
import { median } from '../support/figures.ts'

const rounds = 9
const perRound = 100_000

/** How long it takes to ask a list of so many for a unit, its hash included, in nanoseconds. */
export const lookUpNs = (size: number): number => {
  const list = makeHashList(size)
  // Spread evenly, as hashes are.
  for (let at = 0; at < size; at++) list.high[at] = Math.floor((at / size) * 2 ** 32)
  const hash = unitHasher('AAAAAAAAAAAAAAAAAAAAAA')
  let found = 0
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    for (let at = 0; at < perRound; at++) {
      const { high, low } = hash(`user-${round * perRound + at}@example.org`)
      if (hasHash(list, high, low)) found++
    }
    times.push(((performance.now() - began) * 1e6) / perRound)
  }
  if (found > size) throw new Error('more were found than there are')
  return median(times)
}
