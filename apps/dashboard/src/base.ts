/** This file's own URL: `/src/base.ts` in development, a file in `/assets` after the build. */
const here = import.meta.url

/** The path prefix of all addresses of the server: empty, or for example `/flags`. */
export const base = new URL('..', here).pathname.replace(/\/$/, '')

/** The URL of the Management API, for programs outside the browser. */
export const managementUrl = `${globalThis.location?.origin ?? ''}${base}`
