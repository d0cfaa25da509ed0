import { config, ruleIn, type TestOrganization } from './test-organization.ts'

/** A deterministic generator of pseudo-random numbers. */
const randomFrom = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return ((mixed ^ (mixed >>> 16)) >>> 0) % below
  }
}

/**
 * Creates some flags and segments, and returns a function that changes any of them in ways that may be refused: segments
 * refer to each other, and flags need them, are archived and restored, and have prerequisites.
 */
export const openRandomChanges = async (org: TestOrganization) => {
  const flags = await Promise.all(Array.from({ length: 8 }, () => org.createFlag().then(({ key }) => key as string)))
  const segments = await Promise.all(
    Array.from({ length: 6 }, () => org.saveSegment().then(({ key }) => key as string)),
  )
  const nextVersion = async (path: string): Promise<number> =>
    ((await org.get(`${path}/versions?limit=1`)).body.items[0]?.version ?? 0) + 1

  return async (seed: number): Promise<void> => {
    const random = randomFrom(seed)
    const one = (of: readonly string[]): string => of[random(of.length)] as string
    const some = (of: readonly string[]): string[] => [...new Set(Array.from({ length: random(3) }, () => one(of)))]
    const rules = () => {
      const named = some(segments)
      return named.length === 0 ? [] : [named]
    }
    const [flag, segment] = [one(flags), one(segments)]
    const actions: (() => Promise<unknown>)[] = [
      async () => {
        const needs = random(4) === 0 ? { prerequisites: [{ flagKey: one(flags), values: [true] }] } : {}
        const named = rules().map((keys) => ruleIn(keys, { value: true }))
        const version = await nextVersion(org.at(flag))
        await org.put(org.at(flag), config({ version, defaultValue: random(2) === 0, rules: named, ...needs }))
      },
      async () => {
        const version = await nextVersion(org.segmentAt(segment))
        const included = [`user-${random(100)}`]
        await org.put(org.segmentAt(segment), { version, included, rules: rules().map((keys) => ruleIn(keys)) })
      },
      () => org.patch(`${org.base}/flags/${flag}`, { archived: random(2) === 0 }),
      () => org.patch(`${org.base}/flags/${flag}`, { clientSafe: random(2) === 0 }),
      () => org.patch(`${org.base}/segments/${segment}`, { archived: random(2) === 0 }),
    ]
    await actions[[0, 0, 0, 1, 1, 2, 3, 4][random(8)] as number]?.()
  }
}
