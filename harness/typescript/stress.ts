import { setImmediate } from 'node:timers/promises'
import type { Flags } from '@bunting/sdk-server'
import { type Asked, evaluateNatively } from './evaluate.ts'

type Stress = Asked & { threads: number; ms: number }

/** Evaluates for `ms` milliseconds. Node has a single thread, so the loops take turns with each other and with I/O. */
export const stress = async (flags: Flags, { threads, ms, ...asked }: Stress): Promise<object> => {
  const until = performance.now() + ms
  let evaluations = 0
  const evaluate = async (): Promise<void> => {
    while (performance.now() < until) {
      for (let turn = 0; turn < 100; turn++, evaluations++) evaluateNatively(flags, asked)
      await setImmediate()
    }
  }
  await Promise.all(Array.from({ length: threads }, evaluate))
  return { evaluations }
}
