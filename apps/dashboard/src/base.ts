/** The file that this is in: `/src/base.ts` as it is written, one of `/assets` once it is built. */
const here = import.meta.url

/** The path before all addresses of the server: empty, or such as `/flags`. */
export const base = new URL('..', here).pathname.replace(/\/$/, '')

/** Where the Management API is, for programs elsewhere. */
export const managementUrl = `${globalThis.location?.origin ?? ''}${base}`
