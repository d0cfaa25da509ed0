/** What stands beside the place between two characters: nothing, a letter of a word, the end of a line, anything else. */
export const sides = { other: 0, word: 1, newline: 2, none: 3 } as const
export type Side = (typeof sides)[keyof typeof sides]

export const eachSide: readonly Side[] = Object.values(sides)

const ofAscii = Uint8Array.from({ length: 128 }, (_, unit) => {
  if (/\w/.test(String.fromCharCode(unit))) return sides.word
  return unit === 10 ? sides.newline : sides.other
})

export const sideOf = (unit: number): Side => (unit < 128 ? (ofAscii[unit] as Side) : sides.other)
