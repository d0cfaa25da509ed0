import { idPrefixes } from '@bunting/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Access } from '../core/access.ts'
import { isAmong, type Many } from '../core/prepared.ts'

/** Like `isNeeded`, for all segments of some environments at once: follows references from the flags downwards. */
export const isNeededIn = (access: Access, ids: Many): RawBuilder<boolean> => sql`(environment.id, segment.id) in (
  with recursive needed as (
    select reference.environment_id, reference.to_id as id from config_references as reference
    join flags as naming on naming.id = reference.from_id
    where ${isAmong(access, 'reference.environment_id', ids)} and naming.archived_us is null
    union
    select reference.environment_id, reference.to_id from needed as needing
    join config_references as reference on reference.from_id = needing.id
    where reference.environment_id = needing.environment_id
  )
  select needed.environment_id, needed.id from needed
)`

/**
 * Tells whether a flag that is not archived needs the `segment`, directly or through other segments. Searches upwards
 * from the segment, since there are many flags: it stops at the first flag that references one (the limit keeps
 * PostgreSQL from reading all).
 */
export const isNeeded = sql<boolean>`exists (
  with recursive needing as (
    select segment.id
    union
    select reference.from_id from needing
    join config_references as reference on reference.to_id = needing.id
    where reference.environment_id = environment.id and reference.from_id like ${`${idPrefixes.segment}%`}
  )
  select 1 from needing where 1 = (
    select 1 from config_references as reference
    join flags as naming on naming.id = reference.from_id
    where reference.to_id = needing.id and reference.environment_id = environment.id and naming.archived_us is null
    limit 1
  )
)`
