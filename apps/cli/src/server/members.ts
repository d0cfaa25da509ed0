import { type Client, type Member, nearest } from '@bunting/contract'
import { didYouMean, refuse } from '../core/failure.ts'
import { listAll } from './list-all.ts'

export const listMembers = (api: Client): Promise<Member[]> =>
  listAll((query) => api.listMembers({ query })) as Promise<Member[]>

/** Finds a member's id by e-mail, ignoring case. An id is returned unchecked: the server checks it. */
export const findMemberId = async (api: Client, wanted: string): Promise<string> => {
  if (wanted.startsWith('user_')) return wanted
  const members = await listMembers(api)
  const found = members.find(({ email }) => email?.toLowerCase() === wanted.toLowerCase())
  if (found) return found.id
  const emails = members.flatMap(({ email }) => email ?? [])
  return refuse(`No member has the e-mail "${wanted}".${didYouMean(nearest(wanted, emails))}`)
}
