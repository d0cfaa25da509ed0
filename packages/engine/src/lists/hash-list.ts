/** Hashes of 64 bits in ascending order, unsigned, each as its upper and its lower half. */
export type HashList = { readonly high: Uint32Array; readonly low: Uint32Array }

export const makeHashList = (size: number): HashList => ({ high: new Uint32Array(size), low: new Uint32Array(size) })

export const sizeOf = ({ high }: HashList): number => high.length

export const hasHash = (list: HashList, high: number, low: number): boolean => {
  const at = placeOf(list, high, low)
  return at < list.high.length && list.high[at] === high && list.low[at] === low
}

/**
 * The index of a hash, or where it would be inserted. Hashes are spread evenly, so the upper half tells about where: as a
 * rule within the square root of the list's size. The search then halves that range, or the whole list if it is not there.
 */
export function placeOf({ high: highs, low: lows }: HashList, high: number, low: number): number {
  const size = highs.length
  const guess = Math.floor((high / 0x1_0000_0000) * size)
  const reach = Math.ceil(2 * Math.sqrt(size)) + 1
  let from = Math.max(0, guess - reach)
  let to = Math.min(size, guess + reach)
  if (from > 0 && (highs[from - 1] as number) >= high) from = 0
  if (to < size && (highs[to] as number) <= high) to = size
  while (from < to) {
    const middle = (from + to) >>> 1
    const there = highs[middle] as number
    if (there < high || (there === high && (lows[middle] as number) < low)) from = middle + 1
    else to = middle
  }
  return from
}

/** The hashes of a list as bytes, big-endian, in parts. Each part is valid until the next one. */
export function* bytesOf({ high, low }: HashList): Generator<Uint8Array> {
  const part = new DataView(new ArrayBuffer(8 * Math.min(high.length, perPart)))
  for (let start = 0; start < high.length; start += perPart) {
    const end = Math.min(high.length, start + perPart)
    for (let at = start; at < end; at++) {
      part.setUint32(8 * (at - start), high[at] as number)
      part.setUint32(8 * (at - start) + 4, low[at] as number)
    }
    yield new Uint8Array(part.buffer, 0, 8 * (end - start))
  }
}

/** The hashes of a part: a few milliseconds of work, and half a megabyte. */
const perPart = 65_536
