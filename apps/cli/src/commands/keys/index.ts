import type { Group } from '../../core/command.ts'
import { createKey } from './create.ts'
import { listKeys } from './list.ts'
import { revokeKey } from './revoke.ts'
import { rotateKey } from './rotate.ts'

export const keys: Group = { name: 'keys', summary: 'API keys', commands: [listKeys, createKey, rotateKey, revokeKey] }
