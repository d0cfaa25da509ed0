import type { Environment, Project } from '@bunting/contract'
import { type Answer, readAnswer, type Send } from '../../../src/testing/clients/answer.ts'
import type { ServerProcess } from '../../../src/testing/servers/server-process.ts'
import { testOrganization } from '../../../src/testing/test-organization.ts'

const isSentAsItIs = (body: unknown): boolean => typeof body === 'string' || body instanceof Uint8Array

/** Sends JSON, and parses the answer. */
export const sendJson = async (
  url: string,
  method: string,
  path: string,
  { key, body, headers = {} }: Send = {},
): Promise<Answer> => {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isSentAsItIs(body) ? (body as BodyInit) : JSON.stringify(body) }),
  })
  return readAnswer(response)
}

/** The organization that the first start created, accessed through these servers in turn. */
export const openOrganization = async (key: string, ...servers: Pick<ServerProcess, 'managementUrl'>[]) => {
  let turn = 0
  const send = (method: string, path: string, options?: Send) =>
    sendJson(servers[turn++ % servers.length]?.managementUrl ?? '', method, path, options)
  const items = async <Item>(path: string): Promise<Item[]> => {
    const { status, body } = await send('GET', path, { key })
    if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${JSON.stringify(body)}`)
    return body.items
  }
  const [project] = await items<Project>('/v1/projects?slug=default')
  if (!project) throw new Error('there is no default project')
  const environments = await items<Environment>(`/v1/projects/${project.id}/environments`)
  return testOrganization(send, { id: project.orgId, key, project: { ...project, environments } })
}

export const evaluate = ({ deliveryUrl }: Pick<ServerProcess, 'deliveryUrl'>, key: string, flagKey: string) =>
  sendJson(deliveryUrl, 'POST', '/v1/evaluate', { key, body: { flagKey, context: { userId: 'ada' } } })
