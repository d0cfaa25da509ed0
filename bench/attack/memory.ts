import { residentMb } from '../support/process.ts'
import type { Target } from './target.ts'
import type { Verdict } from './verdict.ts'

const lookMs = 50

/** By how much the memory of the process grew at most while something is done, in megabytes. */
export const growthOf = async ({ pid }: Pick<Target, 'pid'>, work: () => Promise<unknown>): Promise<number> => {
  const before = await residentMb(pid)
  let most = before
  const look = setInterval(async () => {
    most = Math.max(most, await residentMb(pid))
  }, lookMs)
  await work()
  clearInterval(look)
  return Math.max(most, await residentMb(pid)) - before
}

export const memoryVerdict = (name: string, grewMb: number, limitMb: number): Verdict => ({
  name,
  figure: `${grewMb} MB more`,
  limit: `${limitMb} MB`,
  holds: grewMb <= limitMb,
})
