/** What can be a flag's key. */
export const possibleFlagKey = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/

/** Under which evaluations are counted of all that is no flag of the project. No flag has such a key. */
export const unknownFlag = '*'
