import { isolate } from '@bunting/contract/text'
import { clockTime, sayDate, sayMoment, weekdayTime } from '../../../format/time.ts'
import type { Happening } from './happening.ts'

type Named = Pick<Happening, 'createdBy' | 'way' | 'approvedBy'>

/** The people behind it: `ramp by Tom de Vries, approved by Maya Okafor`. */
export const sayWho = ({ createdBy, way, approvedBy }: Named, nameOf: (id: string) => string): string => {
  if (createdBy === undefined) return ''
  const name = isolate(nameOf(createdBy))
  const by = way === undefined ? name : `${way} by ${name}`
  return approvedBy === undefined ? by : `${by}, approved by ${isolate(nameOf(approvedBy))}`
}

const weekMs = 6 * 86_400_000

/** The time, as precise as a list needs: `10:00`, `Mon 08:04`, `20 Oct`. */
export const sayWhen = (at: Date, now: Date): string => {
  if (at.toDateString() === now.toDateString()) return at > now ? `today ${clockTime(at)}` : clockTime(at)
  if (Math.abs(at.getTime() - now.getTime()) < weekMs) return weekdayTime(at)
  return sayDate(at, now)
}

/** Everything in one line, for the pennant's tooltip: `Production, version 12: …, Tue 17 Nov 10:00`. */
export const sayHappening = (happening: Happening, environment: { name: string }, now: Date): string => {
  const when = happening.waits ? 'waits for a review' : sayMoment(new Date(happening.atMs), now)
  return `${isolate(environment.name)}, ${happening.says}, ${when}`
}
