/** What stands beside the place between two characters: nothing, a letter of a word, the end of a line, anything else. */
export const sides = { other: 0, word: 1, newline: 2, none: 3 } as const
export type Side = (typeof sides)[keyof typeof sides]

export const eachSide: readonly Side[] = Object.values(sides)

export const sideOf = (unit: number): Side => {
  if ((unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || unit === 95) {
    return sides.word
  }
  return unit === 10 ? sides.newline : sides.other
}
