/** The server and the path of a repository's remote, without credentials. */
export type Remote = {
  /** The origin of its pages, such as `https://github.com`. */
  origin: string
  host: string
  /** The decoded path without `.git`: `acme/shop`. */
  path: string
}

/** The syntax of `git@github.com:acme/shop.git`, which is not a URL. */
const scpLike = /^(?:[^@/]*@)?(\[[^\]/]+\]|[^:/]+):(?!\/\/)(.+)$/

/** Parses the address of a remote; returns undefined for a folder, or anything else without a server. */
export const readRemote = (address: string): Remote | undefined => {
  const url = toUrl(address)
  if (url === undefined || url.hostname === '') return undefined
  const path = decode(url.pathname)
    .replace(/^\/+|\/+$/g, '')
    .replace(/\.git$/, '')
  if (path === '') return undefined
  // The port of SSH is not that of the website.
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  return { origin: isWeb ? `${url.protocol}//${url.host}` : `https://${url.hostname}`, host: url.hostname, path }
}

const toUrl = (address: string): URL | undefined => {
  const [, host, path] = scpLike.exec(address) ?? []
  const url = /^[a-z+]+:\/\//i.test(address) ? address : host && path && `ssh://${host}/${path.replace(/^\/+/, '')}`
  if (!url || /^[a-z]$/i.test(host ?? '')) return undefined
  return URL.canParse(url) && !url.startsWith('file:') ? new URL(url) : undefined
}

const decode = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
