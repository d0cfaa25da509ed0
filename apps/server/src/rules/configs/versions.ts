import { type Environment, fail, invalid } from '@bunting/contract'
import { type Administering, mayAdminister } from '../access/permissions.ts'

export const requireUnprotected = (environment: Environment): void => {
  if (environment.protected) {
    fail('PROTECTED_ENVIRONMENT', `The environment ${environment.slug} is protected: make a proposal instead.`)
  }
}

/** Emergency saves bypass proposals: only for admins, only if the environment allows them, and never if it is strict. */
export const requireEmergency = ({ slug, ...environment }: Environment, actor: Administering): void => {
  if (!environment.protected) {
    invalid('The body is not as described.', [
      { path: 'emergency', message: `must not be true: ${slug} is not protected, and takes the config as it is` },
    ])
  }
  if (!mayAdminister(actor)) {
    fail('FORBIDDEN', `Only an admin saves past the proposals of ${slug}: make a proposal instead.`)
  }
  if (environment.strict) {
    fail('PROTECTED_ENVIRONMENT', `${slug} is strict: nobody saves past its proposals. Make one instead.`)
  }
  if (!environment.emergency) {
    fail('PROTECTED_ENVIRONMENT', `${slug} allows no emergency saves (its emergency is off): make a proposal instead.`)
  }
}

/** Refuses a version that is not based on the latest one: its author has not seen all changes. */
export const requireNext = (version: number, latest: number): void => {
  if (version !== latest + 1) {
    fail('VERSION_CONFLICT', `version must be ${latest + 1}: the latest is ${latest}. Read it and try again.`)
  }
}
