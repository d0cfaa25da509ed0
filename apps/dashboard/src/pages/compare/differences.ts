import type { Environment } from '@bunting/contract'
import type { FlagInList } from '../../api/flags.ts'
import { same } from '../../format/same.ts'

type Version = FlagInList['versions'][string]

/** A flag that differs between two environments, with its version in each: undefined if it has none. */
export type Difference = { flag: FlagInList; source: Version | undefined; target: Version | undefined }

export const differencesOf = (flags: readonly FlagInList[], from: Environment, to: Environment): Difference[] =>
  flags.flatMap((flag) => {
    const [source, target] = [flag.versions[from.id], flag.versions[to.id]]
    if (flag.archivedAt !== null || isSame(source, target)) return []
    return [{ flag, source, target }]
  })

/** Compares configs without their version numbers: each environment counts its own. */
const isSame = (one: Version | undefined, other: Version | undefined): boolean =>
  one && other ? same({ ...one.config, version: 0 }, { ...other.config, version: 0 }) : one === other
