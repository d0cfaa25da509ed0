type Typed = Readonly<Record<string, string>>

const prefix = 'bunting-tried:'
const maxKept = 20

const keyOf = (userId: string, projectId: string): string => `${prefix}${userId}:${projectId}`

const isTyped = (value: unknown): value is Typed =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string')

/** Contexts tried lately in a project, on any page; the latest first. */
export const loadTried = (userId: string, projectId: string): readonly Typed[] => {
  try {
    const tried: unknown = JSON.parse(localStorage.getItem(keyOf(userId, projectId)) ?? '[]')
    return Array.isArray(tried) ? tried.filter(isTyped) : []
  } catch {
    return []
  }
}

/** An earlier context that is a part of this one was typed on the way to it, and is dropped. */
export const keepTried = (userId: string, projectId: string, typed: Typed): void => {
  const others = loadTried(userId, projectId).filter((one) => !isPartOf(one, typed))
  try {
    localStorage.setItem(keyOf(userId, projectId), JSON.stringify([typed, ...others].slice(0, maxKept)))
  } catch {
    // No storage, or a full one: it is not remembered.
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
    // No storage: there is nothing in it.
  }
}
