import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from '@bunting/contract'
import { z } from 'zod'
import { wrongUse } from '../core/failure.ts'
import { own } from '../core/own.ts'

const profileSchema = z.object({
  url: z.string(),
  deliveryUrl: z.string().optional(),
  key: z.string(),
  /** The project and the environment, by slug, that commands use by default. */
  project: z.string().optional(),
  environment: z.string().optional(),
})
const fileSchema = z.object({ current: z.string().optional(), profiles: z.record(z.string(), profileSchema) })

export type Profile = z.infer<typeof profileSchema>
type ProfilesFile = z.infer<typeof fileSchema>

export type Profiles = {
  file: string
  list(): { name: string; profile: Profile; current: boolean }[]
  find(name: string): Profile | undefined
  current(): string | undefined
  /** Saves a profile, and makes it the current one. */
  save(name: string, profile: Profile): void
  switchTo(name: string): void
  remove(name: string): void
}

/** Connections by name, in the user's config folder. They hold keys, so only the user can read them. */
export const openProfiles = (folder: string): Profiles => {
  const file = join(folder, 'profiles.json')
  const load = (): ProfilesFile => readProfiles(file)
  const find = (name: string): Profile | undefined => own(load().profiles, name)
  const store = (content: ProfilesFile): void => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // Written to a temporary file and renamed: a concurrent reader, or a crash, leaves the old file or the new one
    // whole.
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
    chmodSync(draft, 0o600)
    renameSync(draft, file)
  }
  return {
    file,
    find,
    current: () => load().current,
    list: () => {
      const { current, profiles } = load()
      return Object.entries(profiles).map(([name, profile]) => ({ name, profile, current: name === current }))
    },
    save: (name, profile) => store({ current: name, profiles: { ...load().profiles, [name]: profile } }),
    switchTo: (name) => store({ ...load(), current: name }),
    remove: (name) => {
      const { current, profiles } = load()
      const { [name]: _, ...others } = profiles
      store({ ...(current === name || current === undefined ? {} : { current }), profiles: others })
    },
  }
}

const readProfiles = (file: string): ProfilesFile => {
  const text = readIfThere(file)
  if (text === undefined) return { profiles: {} }
  const content = parse(fileSchema, jsonOf(text))
  return content.ok ? content.value : wrongUse(`${file} is not a file of profiles.`, `Repair or remove ${file}.`)
}

const readIfThere = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    return wrongUse(`${file} cannot be read: ${(error as Error).message}.`)
  }
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
