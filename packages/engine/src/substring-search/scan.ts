import { childOf, makeTrie, type TextTrie } from './text-trie.ts'

/** Tells whether a text contains any of several others, in one pass (Aho-Corasick). */
export function scan(wanted: readonly string[]): (text: string) => boolean {
  const trie = makeTrie(wanted)
  const falls = fallsOf(trie)
  return (text) => {
    let node = 0
    for (let at = 0; at < text.length && trie.isEnd[node] === 0; at++) {
      node = follow(trie, falls, node, text.charCodeAt(at))
    }
    return trie.isEnd[node] === 1
  }
}

/** The fallback of each node that leads no further: the longest suffix of its text that is a prefix of another. */
function fallsOf(trie: TextTrie): Int32Array {
  const { units, children, isEnd } = trie
  const falls = new Int32Array(units.length)
  for (let node = 0; node < units.length; node++) {
    const last = children[node + 1] as number
    for (let child = children[node] as number; child < last; child++) {
      const to = node === 0 ? 0 : follow(trie, falls, falls[node] as number, units[child] as number)
      falls[child] = to
      // A text that ends at the fallback ends here too.
      if (isEnd[to] === 1) isEnd[child] = 1
    }
  }
  return falls
}

function follow(trie: TextTrie, falls: Int32Array, from: number, unit: number): number {
  for (let node = from; ; node = falls[node] as number) {
    const child = childOf(trie, node, unit)
    if (child !== 0 || node === 0) return child
  }
}
