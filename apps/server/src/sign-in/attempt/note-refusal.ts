import type { Context } from 'hono'
import { hashKey } from '../../http/auth/hash-key.ts'
import type { Deps } from '../../http/endpoint/deps.ts'
import { callerOf } from '../../http/server/caller.ts'
import { isWorthNoting, maxRefusals, refusalsSince } from '../../rules/access/refused-sign-ins.ts'
import { sessionRefused } from '../../rules/audit/people.ts'
import type { Profile } from '../provider/provider.ts'

/**
 * Logs that a person whom the provider authenticated was refused. They can try as often as they like, so the log takes only
 * a few refusals an hour, of one person and of all.
 */
export const noteRefusal = (
  c: Context,
  deps: Pick<Deps, 'store' | 'newId' | 'nowUs'>,
  { identity, name, email }: Profile,
  reason: string,
): Promise<void> =>
  deps.store.transaction(async (tx) => {
    const organization = await tx.organizations.first()
    if (!organization) return
    const known = await tx.users.findIdentity(identity)
    // Enough to recognize the same person, and nothing else about them.
    const who = known?.id ?? `stranger_${hashKey(identity).slice(0, 32)}`
    const since = refusalsSince(deps.nowUs())
    const recent = await tx.auditLog.recentOf(organization.id, 'session.refused', since, maxRefusals)
    if (!isWorthNoting(who, recent)) return
    const by = { id: known?.id ?? 'stranger', type: 'user', orgId: organization.id } as const
    await tx.auditChain.append(by, [sessionRefused(who, { name, email, reason }, callerOf(c))], deps)
  })
