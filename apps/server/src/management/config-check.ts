import type { Problem } from '@bunting/engine'

/** Problems of a part, as problems of the whole. */
export const under = (field: string, problems: readonly Problem[]): Problem[] =>
  problems.map(({ path, message }) => ({ path: path === '' ? field : `${field}.${path}`, message }))
