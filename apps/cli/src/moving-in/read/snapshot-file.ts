import { existsSync } from 'node:fs'
import { z } from 'zod'
import { parseJson, readText } from '../../core/read-json.ts'
import { writeFile } from '../../core/write-file.ts'
import { type Snapshot, type Source, sources } from '../converted.ts'

/** A snapshot that is still being read: `partial` lists the remaining pages of the admin API. */
type Begun = Snapshot & { partial?: { left?: readonly string[] } }

/** The file of a snapshot, saved while it is read so that reading can be resumed. */
export type SnapshotFile = {
  /** The parts that were read before an interruption; empty if the last run was complete. */
  resume(source: Source): Pick<Begun, 'environments' | 'admin' | 'partial'>
  save(snapshot: Begun): void
}

const begun = z.object({
  source: z.enum(sources),
  environments: z.record(z.string(), z.unknown()),
  admin: z.unknown().optional(),
  partial: z.object({ left: z.array(z.string()).optional() }),
})

export const snapshotFile = (file: string | undefined): SnapshotFile => ({
  resume: (source) => {
    if (file === undefined || !existsSync(file)) return { environments: {} }
    const read = begun.safeParse(parseJson(file, readText(file)))
    if (!read.success || read.data.source !== source) return { environments: {} }
    const { environments, admin, partial } = read.data
    const { left } = partial
    return { environments, ...(admin === undefined ? {} : { admin }), partial: left === undefined ? {} : { left } }
  },
  save: (snapshot) => {
    if (file !== undefined) writeFile(file, `${JSON.stringify(snapshot, null, 2)}\n`)
  },
})
