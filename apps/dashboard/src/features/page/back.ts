const stored = 'bunting-back'

/** Where somebody wanted to go before they had to sign in. Only a path of our own is ever followed. */
export const rememberBack = (path: string): void => {
  try {
    sessionStorage.setItem(stored, path)
  } catch {
    // No storage: they begin at the first page.
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
