/** Actors that are neither members nor keys: the operator, and strangers who were not let in. */
export const unlisted: Readonly<Record<string, string>> = { operator: 'The operator', stranger: 'A stranger' }
