/** Joins class names; skips absent and false ones. */
export const classes = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ')
