import type { Guests } from '../../../src/rules/access/admission.ts'
import { openProvider } from '../../../src/sign-in/provider/open-provider.ts'
import { startTestServer, type TestOptions } from '../../../src/testing/servers/test-server.ts'
import { openBrowser } from './browser.ts'
import { type Person, startPlainProvider } from './plain-provider.ts'

export const publicUrl = 'https://flags.example.com'

/** A service with a provider: Grace is an admin, and everybody of example.com may join. Groups give no roles. */
export const startWithProvider = async (more: Partial<Guests> = {}, at = publicUrl, options: TestOptions = {}) => {
  const provider = await startPlainProvider()
  const guests = { admins: ['Grace@Example.com'], domains: ['example.com'], groups: new Map(), ...more }
  const settings = { provider: openProvider({ ...provider.config, guests }), guests, localLink: false }
  const server = await startTestServer({ ...options, publicUrl: at, signIn: settings })
  const first = await server.newOrganization()
  await server.newOrganization()
  return {
    provider,
    settings,
    server,
    first,
    /** Signs in as this person in a new browser. */
    come: async (who: Person) => {
      provider.become(who)
      const browser = openBrowser(server)
      const response = await browser.signIn()
      return { browser, response, page: response.status === 302 ? '' : await response.text() }
    },
  }
}

let people = 0

/** A new person, in the words of the provider. */
export const person = (fields: object = {}, more: Omit<Person, 'user'> = {}): Person => {
  const id = ++people
  return { user: { id, login: `user-${id}`, name: 'Ada', email: `ada-${id}@example.com`, ...fields }, ...more }
}
