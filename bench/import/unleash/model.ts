import { listOf } from '../chance.ts'

/** Few enough to be met again, and enough to lie in each of a hundred buckets. */
export const userIds = listOf(1_200, (at) => `user-${at}`)
export const sessionIds = listOf(600, (at) => `session-${at}`)
export const companies = listOf(300, (at) => `company-${at}`)
