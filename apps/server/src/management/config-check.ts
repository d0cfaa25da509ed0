import type { Problem } from '@bunting/engine'

/** Prefixes the paths of problems with the field that they are in. */
export const under = (field: string, problems: readonly Problem[]): Problem[] =>
  problems.map(({ path, message }) => ({ path: path === '' ? field : `${field}.${path}`, message }))
