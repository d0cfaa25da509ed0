import { fail } from '@bunting/contract'

/** When a member joined, was restored, or last got a higher role. */
type Standing = { sinceUs: number }

const hourUs = 60 * 60 * 1_000_000

/** Tells whether a member is too new to approve in strict environments: an admin could invite a second self. */
export const isNew = ({ sinceUs }: Standing, hours: number, nowUs: number): boolean => nowUs < sinceUs + hours * hourUs

export const requireStanding = (
  { strict, slug }: { strict?: boolean | undefined; slug: string },
  standing: Standing,
  hours: number,
  nowUs: number,
): void => {
  if (!strict || !isNew(standing, hours, nowUs)) return
  const from = new Date((standing.sinceUs + hours * hourUs) / 1_000).toISOString()
  fail(
    'FORBIDDEN',
    `${slug} is strict: who joined or got a higher role less than ${hours} h ago does not approve there. You may from ${from} on.`,
  )
}
