import { giveTurn } from './give-turn.ts'

/** Long work that pauses wherever others may have their turn. */
export type Pausable<Result> = Generator<void, Result>

/** The next pause after so long is a turn for others. */
const usualSliceMs = 5

export const runAtOnce = <Result>(work: Pausable<Result>): Result => {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

export const runInTurns = async <Result>(work: Pausable<Result>, sliceMs = usualSliceMs): Promise<Result> => {
  for (let beganMs = performance.now(); ; ) {
    const { done, value } = work.next()
    if (done) return value
    if (performance.now() - beganMs < sliceMs) continue
    await giveTurn()
    beganMs = performance.now()
  }
}
