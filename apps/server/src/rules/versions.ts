import { type Environment, fail } from '@bunting/contract'

export const requireUnprotected = (environment: Environment): void => {
  if (environment.protected) {
    fail('PROTECTED_ENVIRONMENT', `The environment ${environment.slug} is protected: make a proposal instead.`)
  }
}

/** A version is made from the one before it: whoever has seen less decides again. */
export const requireNext = (version: number, latest: number): void => {
  if (version !== latest + 1) {
    fail('VERSION_CONFLICT', `version must be ${latest + 1}: the latest is ${latest}. Read it and try again.`)
  }
}
