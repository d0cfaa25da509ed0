/** The names of actors that are neither members nor keys: the operator, and strangers who were refused. */
export const unlisted: Readonly<Record<string, string>> = { operator: 'The operator', stranger: 'A stranger' }
