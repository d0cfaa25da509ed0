const prefix = 'bunting-typed:'

/** Unsaved input, kept in this tab over a reload. */
export const loadTyped = <Typed>(key: string): Typed | undefined => {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Undefined drops it. */
export const keepTyped = (key: string, typed: unknown): void => {
  try {
    if (typed === undefined) sessionStorage.removeItem(prefix + key)
    else sessionStorage.setItem(prefix + key, JSON.stringify(typed))
  } catch {
    // No storage, or a full one: it lasts until the page is reloaded.
  }
}

export const forgetTyped = (): void => {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  } catch {
    // No storage: there is nothing in it.
  }
}
