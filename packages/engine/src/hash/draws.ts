import { type Draw, drawOf, type Purpose, type ShareKind } from './kinds.ts'

/** The draws of a config. Equal ones are shared. */
export type Draws = (kind: ShareKind, salt: string, purpose: Purpose) => Draw

/** Each draw remembers its latest unit, so that rules with equal draws hash it once. */
export const openDraws = (): Draws => {
  const known = new Map<string, Draw>()
  return (kind, salt, purpose) => {
    const name = `${kind} ${purpose === 'rollout' ? '' : purpose.split} ${salt}`
    const draw = known.get(name) ?? keepLatest(drawOf(kind, salt, purpose))
    known.set(name, draw)
    return draw
  }
}

const keepLatest = ({ of, draw }: Draw): Draw => {
  let latest: string | undefined
  let drawn = 0
  return {
    of,
    draw: (unit) => {
      if (unit === latest) return drawn
      drawn = draw(unit)
      latest = unit
      return drawn
    },
  }
}
