import { prefixOf } from '../../http/server/prefix.ts'

export const home = (publicUrl: string): string => `${prefixOf(publicUrl)}/`

/** The address to return to after sign-in: the page of ours that the person came from, else the start page. */
export const safeReturn = (wanted: string | undefined, publicUrl: string): string => {
  if (wanted === undefined || wanted.length > 2_000 || !isPath(wanted)) return home(publicUrl)
  const { origin, pathname, search, hash } = new URL(wanted, publicUrl)
  const path = `${pathname}${search}${hash}`
  // Leaving out dots can leave two slashes at the front: `/.//evil.example`.
  const isOurs = origin === new URL(publicUrl).origin && path.startsWith(home(publicUrl))
  return isOurs && isPath(path) ? path : home(publicUrl)
}

/** Two slashes begin another site. Browsers read backslashes as slashes, and leave out tabs and line breaks. */
const isPath = (text: string): boolean => /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(text)
