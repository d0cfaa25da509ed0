/** A step of a ramp: from this moment on so many percent. */
export type Tread = { atMs: number; share: number; isDone: boolean }

type Point = readonly [atMs: number, share: number]

/** What there was before the first step. */
export type From = { share: number; sinceMs: number }

type Stair = {
  treads: readonly Tread[]
  from: From | undefined
  endMs: number
  /** Up to where it has happened: now, or when it ended. */
  untilMs: number
  /** Whether what has not happened is still to come. */
  goesOn: boolean
}

const isPoint = (point: Point | undefined): point is Point => point !== undefined

/** The corners of what was and of what is to come, in moments and percent. They meet at `untilMs`. */
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

/** Up at each step: first along what was, then to what is. */
const climb = (treads: readonly Tread[], from: number | undefined): Point[] =>
  treads.flatMap(({ atMs, share }, index) => {
    const before = treads[index - 1]?.share ?? from
    return before === undefined ? [[atMs, share] as const] : [[atMs, before] as const, [atMs, share] as const]
  })

/** Which of them have room for words, in their order: those wide enough apart, the last always. */
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
