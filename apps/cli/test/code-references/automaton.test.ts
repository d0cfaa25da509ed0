import fc from 'fast-check'
import { test } from 'vitest'
import { makeSearch } from '../../src/code-references/find/automaton.ts'

const letters = fc.string({ unit: fc.constantFrom('a', 'b', '-', 'é'), minLength: 1, maxLength: 6 })

/** Finds all occurrences, as text and end, by searching for one text after another. */
const lookForEach = (texts: readonly string[], bytes: Buffer): string[] =>
  texts.flatMap((text) => {
    const ends: string[] = []
    for (let at = bytes.indexOf(text); at !== -1; at = bytes.indexOf(text, at + 1)) {
      ends.push(`${text} ${at + Buffer.byteLength(text)}`)
    }
    return ends
  })

test('all texts are found at once, wherever they overlap, with a table of any size', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(letters, { maxLength: 12 }),
      fc.array(letters, { maxLength: 20 }),
      fc.integer({ min: 1, max: 60 }),
      (texts, parts, cells) => {
        const bytes = Buffer.from(parts.join(''))
        const found: string[] = []
        makeSearch(texts, cells)(bytes, (text, end) => found.push(`${texts[text]} ${end}`))
        return found.sort().join() === lookForEach(texts, bytes).sort().join()
      },
    ),
  )
})
