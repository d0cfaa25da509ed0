import type { Requests } from './requests.ts'

/** Where a service is: the variable that says so, and where it is run by its maker. */
export type Address = { variable: string; usual?: string }

/** What the admin API said of one page of flags, and which pages come next. */
type Page = { admin: object; next: readonly string[]; total?: number | undefined }

/** What an admin API is asked with. `project`: as the service calls it, where it has several. */
export type AdminAccess = { base: string; token: string; project: string; environments: readonly string[] }

/** How a service's flags are read. */
export type Reader = {
  title: string
  address: Address
  /** Of the key of an environment, before its name; a service without one has its file alone. */
  keyVariable: string
  isKeyOptional?: boolean
  /** What its SDKs read. */
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
    /** The pages to begin with, as paths; `names` are those of the flags that SDKs read. */
    first(access: AdminAccess, names: readonly string[]): string[]
    page(requests: Requests, path: string, access: AdminAccess, names: readonly string[]): Promise<Page>
    join(before: object | undefined, page: object): object
    /** An environment whose SDK key nobody has, as far as the admin API tells. */
    environment?(requests: Requests, name: string, access: AdminAccess, admin: object): Promise<unknown>
  }
  /** The names of the flags in what SDKs read. */
  namesIn(environment: unknown): string[]
}

/** The lists in two pages of one form, one behind the other. */
export const joinLists = (before: object | undefined, page: object): object => {
  const known = (before ?? {}) as Record<string, unknown>
  const joined = Object.entries(page).map(([name, value]) => [
    name,
    Array.isArray(value) ? [...((known[name] as unknown[] | undefined) ?? []), ...value] : value,
  ])
  return { ...known, ...Object.fromEntries(joined) }
}

/** A page's address on the service that the key is for, whatever the service, or a file, says of where it is. */
export const onBase = (href: string, base: string): string => {
  if (/^\/(?!\/)/.test(href)) return `${base}${href}`
  const { pathname, search } = new URL(href, base)
  return `${new URL(base).origin}${pathname}${search}`
}
