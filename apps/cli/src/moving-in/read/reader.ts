import type { Requests } from './requests.ts'

/** The address of a service: the variable that holds it, and the default of the hosted service. */
export type Address = { variable: string; usual?: string }

/** The admin API's answer for one page of flags, and the pages that come next. */
type Page = { admin: object; next: readonly string[]; total?: number | undefined }

/** The access to an admin API. `project` is the service's name for it, if it has several. */
export type AdminAccess = { base: string; token: string; project: string; environments: readonly string[] }

/** How to read a service's flags. */
export type Reader = {
  title: string
  address: Address
  /** The variable of an environment's key, without the suffix `_` and the environment's name in capitals. */
  keyVariable: string
  isKeyOptional?: boolean
  /** Reads what the service's SDKs read in an environment. */
  environment(
    requests: Requests,
    base: string,
    key: string,
    secretFor: (name: string) => string | undefined,
  ): Promise<unknown>
  admin?: {
    address: Address
    tokenVariable: string
    projectVariable?: string
    /** The paths of the first pages; `names` are the flags that SDKs read. */
    first(access: AdminAccess, names: readonly string[]): string[]
    page(requests: Requests, path: string, access: AdminAccess, names: readonly string[]): Promise<Page>
    join(before: object | undefined, page: object): object
    /** Reads an environment without an SDK key, as far as the admin API can tell. */
    environment?(requests: Requests, name: string, access: AdminAccess, admin: object): Promise<unknown>
  }
  /** The names of the flags in an environment as SDKs read it. */
  namesIn(environment: unknown): string[]
}

/** Concatenates the lists of two pages of the same form. */
export const joinLists = (before: object | undefined, page: object): object => {
  const known = (before ?? {}) as Record<string, unknown>
  const joined = Object.entries(page).map(([name, value]) => [
    name,
    Array.isArray(value) ? [...((known[name] as unknown[] | undefined) ?? []), ...value] : value,
  ])
  return { ...known, ...Object.fromEntries(joined) }
}

/** The address of a page, always on the origin that the key is for, whatever the service or a file says. */
export const onBase = (href: string, base: string): string => {
  if (/^\/(?!\/)/.test(href)) return `${base}${href}`
  const { pathname, search } = new URL(href, base)
  return `${new URL(base).origin}${pathname}${search}`
}
