/** Joins class names; what is absent or false is left out. */
export const classes = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ')
