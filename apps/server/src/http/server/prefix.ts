/** The path that a public address has before all of ours: empty, or such as `/flags`. */
export const prefixOf = (publicUrl: string): string => new URL(publicUrl).pathname.replace(/\/$/, '')

/** A path as it is without the prefix. Some proxies take it off, others leave it on: both are understood. */
export const withoutPrefix = (path: string, prefix: string): string => {
  if (prefix === '' || !path.startsWith(prefix)) return path
  if (path.length === prefix.length) return '/'
  return path[prefix.length] === '/' ? path.slice(prefix.length) : path
}
