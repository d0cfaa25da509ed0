import { fail, limits } from '@bunting/contract'

/** Whatever the plan: of what people save for each other there is no end otherwise. */
export const requirePlace = (what: 'views' | 'contexts', count: number): void => {
  if (count < limits.saved) return
  fail(
    'CONFLICT',
    `The project has ${limits.saved} saved ${what}, which is as many as it can: delete one that nobody needs.`,
  )
}
