import type { TestServer } from '../../../../apps/server/src/testing/servers/test-server.ts'
import type { TestOrganization } from '../../../../apps/server/src/testing/test-organization.ts'
import { configOf, contextAware } from './gherkin/flag-configs.ts'
import { suiteFlags } from './gherkin/suites.ts'

/** An organization with the flags of OpenFeature's suites, all of them client-safe. */
export const openSuiteOrganization = async (server: TestServer): Promise<TestOrganization> => {
  const org = await server.newOrganization()
  const flags = Object.entries(suiteFlags()).map(([key, flag]) => [key, configOf(key, flag)] as const)
  for (const [key, flag] of [...flags, ['context-aware', contextAware] as const]) {
    if (!flag) continue
    await org.createFlag({ key, type: flag.type, clientSafe: true })
    await org.put(org.at(key), flag.config)
  }
  return org
}
