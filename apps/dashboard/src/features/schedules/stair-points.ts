/** A step of a ramp: the share from this time on. */
export type Tread = { atMs: number; share: number; isDone: boolean }

type Point = readonly [atMs: number, share: number]

/** The share before the first step. */
export type From = { share: number; sinceMs: number }

type Stair = {
  treads: readonly Tread[]
  from: From | undefined
  endMs: number
  /** The end of the past: now, or when the schedule ended. */
  untilMs: number
  /** The remaining steps are still to come. */
  goesOn: boolean
}

const isPoint = (point: Point | undefined): point is Point => point !== undefined

/** The corners of the past and of the future part, as times and percentages. They meet at `untilMs`. */
export const stairPoints = ({ treads, from, endMs, untilMs, goesOn }: Stair) => {
  const done = treads.filter(({ isDone }) => isDone)
  const coming = goesOn ? treads.filter(({ isDone }) => !isDone) : []
  const level = done.at(-1)?.share ?? from?.share
  const first = done[0]?.atMs ?? untilMs
  const past: Point[] = [
    from && from.sinceMs < first ? ([from.sinceMs, from.share] as const) : undefined,
    ...climb(done, from?.share),
    level === undefined ? undefined : ([Math.max(untilMs, done.at(-1)?.atMs ?? untilMs), level] as const),
  ].filter(isPoint)
  const future: Point[] = [
    past.at(-1),
    ...climb(coming, level),
    coming.length === 0 ? undefined : ([endMs, coming.at(-1)?.share ?? 0] as const),
  ].filter(isPoint)
  return { past, future: coming.length === 0 ? [] : future }
}

/** The corners of each step: first at the previous share, then at the new one. */
const climb = (treads: readonly Tread[], from: number | undefined): Point[] =>
  treads.flatMap(({ atMs, share }, index) => {
    const before = treads[index - 1]?.share ?? from
    return before === undefined ? [[atMs, share] as const] : [[atMs, before] as const, [atMs, share] as const]
  })

/** Tells for each label whether it has room: those far enough apart do, and always the last. */
export const withRoom = (placesPx: readonly number[], leastPx: number): readonly boolean[] => {
  const roomy = placesPx.map(() => false)
  let nextPx = Number.POSITIVE_INFINITY
  for (let index = placesPx.length - 1; index >= 0; index--) {
    const atPx = placesPx[index] ?? 0
    if (nextPx - atPx < leastPx) continue
    roomy[index] = true
    nextPx = atPx
  }
  return roomy
}
