/** The form of a flag's key. */
export const possibleFlagKey = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/

/** The name under which evaluations of unknown flags are counted together. No flag can have it as its key. */
export const unknownFlag = '*'
