import { childOf, makeTrie } from './text-trie.ts'

/** Whether a text begins with any of some others. */
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

/** Whether a text ends with any of some others. */
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

/** By its units: the halves of a pair are turned round here and read the other way round above. */
function backwards(text: string): string {
  let turned = ''
  for (let at = text.length - 1; at >= 0; at--) turned += text.charAt(at)
  return turned
}
