/** The encoding of `ours` that an `Accept-Encoding` header prefers; the first if several are equal. */
export const encodingFor = <Encoding extends string>(
  accepted: string | string[] | undefined,
  ours: readonly Encoding[],
): Encoding | undefined => {
  if (accepted === undefined) return undefined
  const liked = likesIn(String(accepted))
  const likeOf = (name: string): number | undefined => liked.get(name) ?? liked.get('*')
  const best = Math.max(0, ...ours.map((name) => likeOf(name) ?? 0))
  // `identity` wins if it is preferred. Unmentioned, it is acceptable, but less than any encoding that is named.
  if (best === 0 || best < (liked.get('identity') ?? 0)) return undefined
  return ours.find((name) => likeOf(name) === best)
}

/** Tells whether an `Accept` header names the type: a wildcard does not. */
export const namesType = (accepted: string | undefined, type: string): boolean =>
  accepted !== undefined && (likesIn(accepted).get(type) ?? 0) > 0

/** The weights by name in lower case. A name without a weight has the highest; an invalid weight counts as a refusal. */
const likesIn = (accepted: string): Map<string, number> =>
  new Map(
    accepted.split(',').map((one) => {
      const [name = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase())
      const weight = parameters.find((part) => part.startsWith('q='))?.slice(2) ?? '1'
      return [name, /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0]
    }),
  )
