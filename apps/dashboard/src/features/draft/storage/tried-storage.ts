type Typed = Readonly<Record<string, string>>

const prefix = 'bunting-tried:'
const maxKept = 20

const keyOf = (userId: string, projectId: string): string => `${prefix}${userId}:${projectId}`

const isTyped = (value: unknown): value is Typed =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string')

/** The contexts tried recently in a project, on any page; the latest first. */
export const loadTried = (userId: string, projectId: string): readonly Typed[] => {
  try {
    const tried: unknown = JSON.parse(localStorage.getItem(keyOf(userId, projectId)) ?? '[]')
    return Array.isArray(tried) ? tried.filter(isTyped) : []
  } catch {
    return []
  }
}

/** Stores a tried context. Earlier ones that are a part of it were typed on the way to it, and are dropped. */
export const keepTried = (userId: string, projectId: string, typed: Typed): void => {
  const others = loadTried(userId, projectId).filter((one) => !isPartOf(one, typed))
  try {
    localStorage.setItem(keyOf(userId, projectId), JSON.stringify([typed, ...others].slice(0, maxKept)))
  } catch {
    // The storage is missing or full: the context is not kept.
  }
}

const isPartOf = (one: Typed, whole: Typed): boolean =>
  Object.entries(one).every(([name, value]) => Object.hasOwn(whole, name) && whole[name] === value)

export const forgetTriedOf = (userId: string): void => {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(`${prefix}${userId}:`)) localStorage.removeItem(key)
    }
  } catch {
    // Without storage, nothing is stored.
  }
}
