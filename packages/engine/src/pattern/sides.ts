/** The kinds of neighbours of a position between two characters: none, a word character, a newline, any other. */
export const sides = { other: 0, word: 1, newline: 2, none: 3 } as const
export type Side = (typeof sides)[keyof typeof sides]

export const eachSide: readonly Side[] = Object.values(sides)

const ofAscii = Uint8Array.from({ length: 128 }, (_, unit) => {
  if (/\w/.test(String.fromCharCode(unit))) return sides.word
  return unit === 10 ? sides.newline : sides.other
})

export const sideOf = (unit: number): Side => (unit < 128 ? (ofAscii[unit] as Side) : sides.other)
