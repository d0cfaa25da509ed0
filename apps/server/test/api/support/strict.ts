import type { TestServer } from '../../../src/testing/servers/test-server.ts'
import { config } from '../../../src/testing/test-organization.ts'

/** A flag with a version in production, which is strict; two admins and an editor. */
export const openStrict = async (server: TestServer) => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  await org.put(org.at(flag.key, 'production'), config())
  const production = `${org.base}/environments/${org.environmentId('production')}`
  await org.patch(production, { protected: true, strict: true })
  const ada = await server.newMember(org, 'admin')
  const bob = await server.newMember(org, 'admin')
  const editor = await server.newMember(org, 'editor')
  return { org, flag, ada, bob, editor, production, path: `${org.base}/flags/${flag.key}` }
}

/** The actions in the audit log about a resource, newest first. */
export const actionsOf = async (org: Awaited<ReturnType<typeof openStrict>>['org'], resourceId: string) =>
  (await org.walk(`${org.base}/audit-log?resourceId=${resourceId}`)).map(({ action }) => action)
