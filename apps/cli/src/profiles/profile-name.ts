import { wrongUse } from '../core/failure.ts'

export const defaultProfile = 'default'

export const checkProfileName = (name: string): string =>
  /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name)
    ? name
    : wrongUse(`"${name}" is not a name for a profile: use letters, digits, dots, dashes and underscores.`)
