import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * A peer's package, as it was installed by the measurement itself. It is not imported by name: the types and the imports
 * of the repository are checked where no peer is installed.
 */
export const loadPackage = <Module>(name: string): Module => require(name) as Module

/** For what a package has inside. */
export const fileOf = (name: string): string => require.resolve(name)

/** Peers say many things; none of them is a figure. */
export const silent = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}

/** Where nobody answers: no peer may go and fetch something. */
export const nowhere = 'http://127.0.0.1:9'
