import { fail, limits } from '@bunting/contract'

/** Limits saved views and contexts on every plan, or their number would only grow. */
export const requirePlace = (what: 'views' | 'contexts', count: number): void => {
  if (count < limits.saved) return
  fail(
    'CONFLICT',
    `The project has ${limits.saved} saved ${what}, which is as many as it can: delete one that nobody needs.`,
  )
}
