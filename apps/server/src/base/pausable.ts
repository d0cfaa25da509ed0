import { giveTurn } from './give-turn.ts'

/** Long work that can be interrupted at each `yield`. */
export type Pausable<Result> = Generator<void, Result>

/** The time after which the next pause gives others a turn. */
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
