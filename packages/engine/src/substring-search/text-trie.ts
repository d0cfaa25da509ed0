/**
 * A trie of texts. The children of a node are adjacent and sorted. It takes eleven bytes per character at most, whatever the
 * texts are.
 */
export type TextTrie = {
  /** The UTF-16 unit that leads to each node. */
  readonly units: Uint16Array
  /** The index of each node's first child; its children end where the next node's begin. */
  readonly children: Int32Array
  /** Tells whether a text ends at the node. It has no children then, since a search does not report which text it found. */
  readonly isEnd: Uint8Array
}

type Stretch = { readonly from: Int32Array; readonly to: Int32Array; readonly depth: Int32Array }

export function makeTrie(texts: readonly string[]): TextTrie {
  const sorted = [...texts].sort()
  const max = sorted.reduce((sum, text) => sum + text.length, 2)
  const units = new Uint16Array(max)
  const children = new Int32Array(max)
  const isEnd = new Uint8Array(max)
  // A node is a range of the sorted texts with the same prefix. Nodes are made level by level.
  const of: Stretch = { from: new Int32Array(max), to: new Int32Array(max), depth: new Int32Array(max) }
  of.to[0] = sorted.length
  let made = 1
  for (let node = 0; node < made; node++) {
    children[node] = made
    const depth = of.depth[node] as number
    const end = of.to[node] as number
    let at = of.from[node] as number
    if (sorted[at]?.length === depth) {
      isEnd[node] = 1
      continue
    }
    while (at < end) {
      const unit = sorted[at]?.charCodeAt(depth) as number
      units[made] = unit
      of.from[made] = at
      while (at < end && sorted[at]?.charCodeAt(depth) === unit) at++
      of.to[made] = at
      of.depth[made++] = depth + 1
    }
  }
  children[made] = made
  return { units: units.slice(0, made), children: children.slice(0, made + 1), isEnd: isEnd.slice(0, made) }
}

/** The child for a unit; 0 if there is none, since no node leads to the root. */
export function childOf({ units, children }: TextTrie, node: number, unit: number): number {
  let low = children[node] as number
  let high = (children[node + 1] as number) - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = units[middle] as number
    if (found === unit) return middle
    if (found < unit) low = middle + 1
    else high = middle - 1
  }
  return 0
}
