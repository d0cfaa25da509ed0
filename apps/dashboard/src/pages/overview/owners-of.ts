type Flag = { archivedAt: string | null; createdAt: string; ownerId?: string | null | undefined }

/** The ages of one owner's flags. */
export type OwnerAges = {
  /** Null for flags without an owner. */
  ownerId: string | null
  /** The number of flags by age, the youngest first. */
  counts: readonly number[]
  total: number
  oldestDays: number
}

const dayMs = 86_400_000
/** The upper limits of the age groups, in days; the last group is older. */
const ageLimits = [30, 90, 365] as const

const bucketOf = (days: number): number => {
  const at = ageLimits.findIndex((limit) => days <= limit)
  return at < 0 ? ageLimits.length : at
}

/** Active flags by owner: the owner with the most first, unowned flags last. */
export const ownersOf = (flags: readonly Flag[], nowMs: number): OwnerAges[] => {
  const active = flags.filter(({ archivedAt }) => archivedAt === null)
  const owners = [...Map.groupBy(active, ({ ownerId }) => ownerId ?? null)].map(([ownerId, own]): OwnerAges => {
    const days = own.map(({ createdAt }) => Math.floor((nowMs - Date.parse(createdAt)) / dayMs))
    const counts = [...ageLimits, null].map((_, at) => days.filter((one) => bucketOf(one) === at).length)
    return { ownerId, counts, total: own.length, oldestDays: Math.max(...days) }
  })
  return owners.toSorted(
    (one, other) => Number(one.ownerId === null) - Number(other.ownerId === null) || other.total - one.total,
  )
}
