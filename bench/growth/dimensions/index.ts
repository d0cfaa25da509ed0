import type { Dimension } from '../dimension.ts'
import { auditEntries } from './audit-entries.ts'
import { environments } from './environments.ts'
import { flags } from './flags.ts'
import { keys } from './keys.ts'
import { rules } from './rules.ts'
import { segmentIds } from './segment-ids.ts'
import { versions } from './versions.ts'

export const dimensions: readonly Dimension[] = [flags, environments, rules, segmentIds, keys, auditEntries, versions]
