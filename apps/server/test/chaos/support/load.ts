import type { Answer } from '../../../src/testing/clients/answer.ts'
import type { ServerProcess } from '../../../src/testing/servers/server-process.ts'
import { config, type TestOrganization } from '../../../src/testing/test-organization.ts'
import { openOrganization } from '../../process/support/organization.ts'

/** The changes that the service confirmed: whatever happens next, they must be there. */
export type Answered = {
  /** The ids of resources that were created or changed, each with the action of its audit entry. */
  changes: { action: string; resourceId: string }[]
  /** The newest answered version of each flag in development, and in production by proposals. */
  versions: Map<string, number>
  approved: Map<string, number>
  renamed: Map<string, string>
  keys: { id: string; raw: string; revoked: boolean }[]
}

export const nothingAnswered = (): Answered => ({
  changes: [],
  versions: new Map(),
  approved: new Map(),
  renamed: new Map(),
  keys: [],
})

/** The server is gone: the request may have been applied or not. */
class Gone extends Error {}

let serial = 0

/**
 * Runs concurrent writers of every kind until the server dies. Calls `onAnswer` for each answered change, and returns
 * how many there were.
 */
export const writeUntilGone = async (
  server: ServerProcess,
  { key, otherKey }: { key: string; otherKey: string },
  answered: Answered,
  onAnswer: (count: number) => void,
): Promise<number> => {
  const organization = await openOrganization(key, server)
  let count = 0
  const ask = async (asked: Promise<Answer>, ...allowed: number[]): Promise<Answer> => {
    const answer = await asked.catch((error: unknown): never => {
      throw new Gone('the server is gone', { cause: error })
    })
    if (answer.status >= 300 && !allowed.includes(answer.status)) {
      throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    }
    return answer
  }
  const done = (action: string, resourceId: string): void => {
    answered.changes.push({ action, resourceId })
    onAnswer(++count)
  }
  const context = { organization, otherKey, answered, ask, done }
  const loads = [
    ...Array.from({ length: 3 }, () => createFlags(context)),
    ...['own-1', 'own-2', 'shared', 'shared', 'shared'].map((flagKey) => writeVersions(context, flagKey)),
    ...['proposed-1', 'proposed-2'].map((flagKey) => proposeAndApprove(context, flagKey)),
    createAndRevokeKeys(context),
    createProjects(context),
    rename(context, 'own-1'),
  ]
  const ends = await Promise.allSettled(loads)
  for (const end of ends) if (end.status === 'rejected' && !(end.reason instanceof Gone)) throw end.reason
  return count
}

/** The flags that configs are written to. */
export const prepareFlags = async (organization: TestOrganization): Promise<void> => {
  await organization.protect('production')
  for (const key of ['own-1', 'own-2', 'shared', 'proposed-1', 'proposed-2']) {
    await organization.post(`${organization.base}/flags`, { key, name: key, type: 'number' })
  }
}

type Context = {
  organization: TestOrganization
  otherKey: string
  answered: Answered
  ask: (asked: Promise<Answer>, ...allowed: number[]) => Promise<Answer>
  done: (action: string, resourceId: string) => void
}

const latestVersion = async (
  { organization, ask }: Pick<Context, 'organization' | 'ask'>,
  key: string,
  slug: string,
) => {
  const { body } = await ask(organization.get(`${organization.base}/flags/${key}`))
  return body.versions[organization.environmentId(slug)]?.version ?? 0
}

const createFlags = async ({ organization, ask, done }: Context): Promise<never> => {
  for (;;) {
    const key = `made-${++serial}`
    const { body } = await ask(organization.post(`${organization.base}/flags`, { key, name: key, type: 'boolean' }))
    done('flag.created', body.id)
  }
}

/** The value of each config is its version, so that an evaluation tells which one it saw. */
const writeVersions = async ({ organization, answered, ask, done }: Context, flagKey: string): Promise<never> => {
  const path = organization.at(flagKey)
  for (;;) {
    const latest = await latestVersion({ organization, ask }, flagKey, 'development')
    const wanted = config({ version: latest + 1, defaultValue: latest + 1 })
    const { status, body } = await ask(organization.put(path, wanted), 409)
    if (status === 409) continue
    answered.versions.set(flagKey, Math.max(body.version, answered.versions.get(flagKey) ?? 0))
    done('flag.version.created', body.id)
  }
}

/** Proposes each config and approves it by another actor. Proposals that a crash left pending are approved first. */
const proposeAndApprove = async (
  { organization, otherKey, answered, ask, done }: Context,
  flagKey: string,
): Promise<never> => {
  const path = `${organization.at(flagKey, 'production')}/proposals`
  for (;;) {
    const latest = await latestVersion({ organization, ask }, flagKey, 'production')
    const { body: pending } = await ask(organization.get(`${path}?status=pending`))
    let id = pending.items[0]?.id
    if (id === undefined) {
      const { body } = await ask(organization.post(path, config({ version: latest, defaultValue: latest + 1 })))
      id = body.id
      done('flag.proposal.created', id)
    }
    await ask(organization.post(`/v1/proposals/${id}/approve`, { note: 'fine' }, otherKey))
    answered.approved.set(flagKey, latest + 1)
    done('flag.proposal.approved', id)
  }
}

const createAndRevokeKeys = async ({ organization, answered, ask, done }: Context): Promise<never> => {
  const path = `${organization.base}/environments/${organization.environmentId('development')}/api-keys`
  for (let made = 1; ; made++) {
    const { body } = await ask(organization.post(path, { type: 'server', description: `key ${++serial}` }))
    const key = { id: body.id, raw: body.key, revoked: false }
    answered.keys.push(key)
    done('api_key.created', key.id)
    if (made % 2) continue
    // From here on the key may be revoked, whether the request is answered or not.
    answered.keys.pop()
    await ask(organization.delete(`${path}/${key.id}`))
    answered.keys.push({ ...key, revoked: true })
    done('api_key.revoked', key.id)
  }
}

const createProjects = async ({ organization, ask, done }: Context): Promise<never> => {
  for (;;) {
    const slug = `made-${++serial}`
    const { body } = await ask(organization.post('/v1/projects', { name: slug, slug }))
    done('project.created', body.id)
  }
}

const rename = async ({ organization, answered, ask, done }: Context, flagKey: string): Promise<never> => {
  for (;;) {
    const name = `renamed ${++serial}`
    const { body } = await ask(organization.patch(`${organization.base}/flags/${flagKey}`, { name }))
    answered.renamed.set(flagKey, name)
    done('flag.updated', body.id)
  }
}
