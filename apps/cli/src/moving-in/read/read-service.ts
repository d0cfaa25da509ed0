import type { Contexts } from '../../core/context.ts'
import { wrongUse } from '../../core/failure.ts'
import { dim } from '../../output/rich.ts'
import type { Snapshot, Source } from '../converted.ts'
import { flagsmith } from './flagsmith.ts'
import { goff } from './goff.ts'
import { growthbook } from './growthbook.ts'
import { launchdarkly } from './launchdarkly.ts'
import type { Address, AdminAccess, Reader } from './reader.ts'
import { openRequests, type Requests } from './requests.ts'
import type { SnapshotFile } from './snapshot-file.ts'
import { unleash } from './unleash.ts'

/** The readers of services with an API; flagd only has files. */
const readers: Partial<Record<Source, Reader>> = { launchdarkly, unleash, flagsmith, growthbook, goff }

type Asking = Pick<Contexts['server'], 'ask' | 'environment' | 'out'>

/**
 * Reads the environments as the service's SDKs do, and asks its admin API about the flags if there is a key for that. Keys
 * come from variables or a prompt, and are stored nowhere. Each part is saved to the snapshot file as soon as it is read.
 */
export const readService = async (
  asking: Asking,
  source: Source,
  theirs: readonly string[],
  file: SnapshotFile,
): Promise<Snapshot> => {
  const reader = readers[source]
  if (!reader) {
    return wrongUse(`The flags of ${source} are in a file: name it.`, `bunting import --from ${source} <file>`)
  }
  if (theirs.length === 0) wrongUse('Which environment becomes which?', '--env <theirs>=<ours>')
  asking.out.progress.start()
  try {
    return await readAll(asking, source, reader, theirs, file)
  } finally {
    asking.out.progress.stop()
  }
}

const readAll = async (
  asking: Asking,
  source: Source,
  reader: Reader,
  theirs: readonly string[],
  file: SnapshotFile,
): Promise<Snapshot> => {
  const { environment, out } = asking
  const { title, keyVariable } = reader
  const requests = openRequests(title)
  const secretFor = (name: string) => (variable: string) => environment.variable(`${variable}_${inCapitals(name)}`)
  const access = accessTo(asking, reader, theirs)
  const read = file.resume(source)
  const environments = { ...read.environments }
  const byAdmin: string[] = []
  for (const [done, name] of theirs.entries()) {
    out.progress.step(done, theirs.length, `environments of ${title}`)
    if (name in environments) continue
    // Without the SDK's key the admin API is used, which has everything except the salts of segments.
    if (secretFor(name)(keyVariable) === undefined && access && reader.admin?.environment) {
      byAdmin.push(name)
      continue
    }
    const base = addressOf(asking, reader.address, title)
    const key = secretFor(name)(keyVariable) ?? (await askFor(asking, reader, name))
    environments[name] = await reader.environment(requests, base, key, secretFor(name))
    file.save({ source, environments, partial: {} })
  }
  const admin = access && (await readAdmin(asking, reader, requests, access, { ...read, source, environments }, file))
  for (const name of byAdmin) {
    if (!access || !admin) continue
    environments[name] = await reader.admin?.environment?.(requests, name, access, admin)
    file.save({ source, environments, admin, partial: { left: [] } })
  }
  const snapshot = admin === undefined ? { source, environments } : { source, environments, admin }
  file.save(snapshot)
  return snapshot
}

const inCapitals = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')

const askFor = async ({ ask }: Asking, { title, keyVariable, isKeyOptional }: Reader, name: string): Promise<string> =>
  isKeyOptional ? '' : ask.secret(`The key of ${title}'s ${name} (${keyVariable}_${inCapitals(name)})`)

const addressOf = ({ environment }: Asking, { variable, usual }: Address, title: string): string => {
  const address =
    environment.variable(variable) ?? usual ?? wrongUse(`Where is your ${title}?`, `${variable}=https://…`)
  if (!URL.canParse(address)) wrongUse(`${variable} is no address.`, `${variable}=https://…`)
  return address.replace(/\/+$/, '')
}

/** Undefined without a key for the admin API: then flags have their keys as names, and no tags or owners. */
const accessTo = (
  asking: Asking,
  { title, admin }: Reader,
  environments: readonly string[],
): AdminAccess | undefined => {
  if (!admin) return undefined
  const { tokenVariable, projectVariable } = admin
  const token = asking.environment.variable(tokenVariable)
  const wanted = [tokenVariable, ...(projectVariable === undefined ? [] : [projectVariable])].join(' and ')
  if (token === undefined) {
    asking.out.note(dim(`Names, tags and owners of ${title}'s flags come along with ${wanted}.`))
    return undefined
  }
  const project = projectVariable === undefined ? '' : asking.environment.variable(projectVariable)
  if (project === undefined) return wrongUse(`Which project of ${title}?`, `${projectVariable}=…`)
  return { base: addressOf(asking, admin.address, title), token, project, environments }
}

type Begun = { source: Source; environments: Readonly<Record<string, unknown>>; admin?: unknown; partial?: Left }
type Left = { left?: readonly string[] | undefined }

const readAdmin = async (
  { out }: Asking,
  { title, admin: api, namesIn }: Reader,
  requests: Requests,
  access: AdminAccess,
  begun: Begun,
  file: SnapshotFile,
): Promise<object | undefined> => {
  if (!api) return undefined
  const { source, environments, partial } = begun
  const names = [...new Set(Object.values(environments).flatMap(namesIn))]
  let left = partial?.left ?? api.first(access, names)
  let admin = partial?.left === undefined ? undefined : (begun.admin as object | undefined)
  while (left.length > 0) {
    const [path = '', ...rest] = left
    const page = await api.page(requests, path, access, names)
    admin = api.join(admin, page.admin)
    left = [...page.next, ...rest]
    const done = Math.max(...Object.values(admin).map((list) => (Array.isArray(list) ? list.length : 0)))
    out.progress.step(done, Math.max(page.total ?? done, done), `flags of ${title}`)
    file.save({ source, environments, admin, partial: { left } })
  }
  return admin
}
