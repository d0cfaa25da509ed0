import type { Request } from './answer.ts'

/** How a caller takes an answer, by `Accept-Encoding`: the one of `ours` that it likes best, the first where it likes several alike. */
export const encodingFor = <Encoding extends string>(
  { headers }: Pick<Request, 'headers'>,
  ours: readonly Encoding[],
): Encoding | undefined => {
  const accepted = headers['accept-encoding']
  if (accepted === undefined) return undefined
  const liked = likesIn(String(accepted))
  const likeOf = (name: string): number | undefined => liked.get(name) ?? liked.get('*')
  const best = Math.max(0, ...ours.map((name) => likeOf(name) ?? 0))
  // Who prefers it as it is gets that. It is fine where nothing is said of it, and less so than what is named.
  if (best === 0 || best < (liked.get('identity') ?? 0)) return undefined
  return ours.find((name) => likeOf(name) === best)
}

/** Names are the same in any case, and what has no weight has the highest. One that is none counts as a refusal. */
const likesIn = (accepted: string): Map<string, number> =>
  new Map(
    accepted.split(',').map((one) => {
      const [name = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase())
      const weight = parameters.find((part) => part.startsWith('q='))?.slice(2) ?? '1'
      return [name, /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0]
    }),
  )
