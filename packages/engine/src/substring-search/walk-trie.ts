import { childOf, makeTrie } from './text-trie.ts'

/** Tells whether a text begins with any of several others. */
export function walkForwards(wanted: readonly string[]): (text: string) => boolean {
  const trie = makeTrie(wanted)
  return (text) => {
    let node = 0
    for (let at = 0; at < text.length && trie.isEnd[node] === 0; at++) {
      node = childOf(trie, node, text.charCodeAt(at))
      if (node === 0) return false
    }
    return trie.isEnd[node] === 1
  }
}

/** Tells whether a text ends with any of several others. */
export function walkBackwards(wanted: readonly string[]): (text: string) => boolean {
  const trie = makeTrie(wanted.map(backwards))
  return (text) => {
    let node = 0
    for (let at = text.length - 1; at >= 0 && trie.isEnd[node] === 0; at--) {
      node = childOf(trie, node, text.charCodeAt(at))
      if (node === 0) return false
    }
    return trie.isEnd[node] === 1
  }
}

/** Reverses a text by UTF-16 units: the search above reads the halves of a surrogate pair in reverse too. */
function backwards(text: string): string {
  let turned = ''
  for (let at = text.length - 1; at >= 0; at--) turned += text.charAt(at)
  return turned
}
