import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../connect/dialect.ts'

/**
 * A verified address belongs to one account. Of existing members who share one, the member with the highest role gets
 * it, then the one who was active last: the others stay members, cannot sign in any more, and count as the same person
 * for approvals.
 */
export const oneAccount = async (db: Kysely<unknown>, dialect: Dialect): Promise<void> => {
  // Lowers only A to Z, as `plainEmail` does.
  const plain = dialect === 'postgres' ? 'lower(email collate "C")' : 'lower(email)'
  const statements = [
    'alter table users add column address text',
    `update users set address = ${plain} where id in (
      select id from (
        select users.id, row_number() over (
          partition by org_id, ${plain}
          order by case role when 'admin' then 0 when 'editor' then 1 else 2 end, coalesce(used_us, 0) desc, users.created_us
        ) as place
        from users
        left join (select user_id, max(used_us) as used_us from sessions group by user_id) as last on last.user_id = users.id
        where removed_us is null and email is not null
      ) as ranked where place = 1
    )`,
    'create unique index users_address on users (org_id, address)',
    'alter table proposals add column proposer_address text',
    `alter table proposals add column reviewer_address text
      constraint proposals_two_addresses check (status <> 'approved' or proposer_address <> reviewer_address)`,
    `update proposals set proposer_address = (select ${plain} from users where users.id = proposals.proposer_id)
      where status = 'pending'`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
