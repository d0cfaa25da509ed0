/** The path of the public URL, which comes before all of ours: empty, or such as `/flags`. */
export const prefixOf = (publicUrl: string): string => new URL(publicUrl).pathname.replace(/\/$/, '')

/** A path without the prefix. Some proxies remove it, others leave it: both work. */
export const withoutPrefix = (path: string, prefix: string): string => {
  if (prefix === '' || !path.startsWith(prefix)) return path
  if (path.length === prefix.length) return '/'
  return path[prefix.length] === '/' ? path.slice(prefix.length) : path
}
