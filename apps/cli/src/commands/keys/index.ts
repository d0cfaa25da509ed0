import type { Group } from '../../command.ts'
import { createKey } from './create.ts'
import { listKeys } from './list.ts'
import { revokeKey } from './revoke.ts'

export const keys: Group = { name: 'keys', summary: 'API keys', commands: [listKeys, createKey, revokeKey] }
