const prefix = 'bunting-typed:'

/** Unsaved input, which survives a reload of this tab. */
export const loadTyped = <Typed>(key: string): Typed | undefined => {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Stores the input; undefined removes it. */
export const keepTyped = (key: string, typed: unknown): void => {
  try {
    if (typed === undefined) sessionStorage.removeItem(prefix + key)
    else sessionStorage.setItem(prefix + key, JSON.stringify(typed))
  } catch {
    // The storage is missing or full: the input lasts until the page is reloaded.
  }
}

export const forgetTyped = (): void => {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  } catch {
    // Without storage, nothing is stored.
  }
}
