const stored = 'bunting-back'

/** The page to return to after signing in. Only paths of the dashboard are followed. */
export const rememberBack = (path: string): void => {
  try {
    sessionStorage.setItem(stored, path)
  } catch {
    // Without storage, users start at the first page.
  }
}

export const takeBack = (): string | undefined => {
  try {
    const path = sessionStorage.getItem(stored)
    sessionStorage.removeItem(stored)
    return path !== null && /^\/projects\//.test(path) ? path : undefined
  } catch {
    return undefined
  }
}
