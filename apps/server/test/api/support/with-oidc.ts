import { type Guests, noGuests } from '../../../src/rules/access/admission.ts'
import type { OAuthConfig } from '../../../src/sign-in/provider/oauth-config.ts'
import { openProvider } from '../../../src/sign-in/provider/open-provider.ts'
import { atEnd } from '../../../src/testing/at-end.ts'
import { startTestServer } from '../../../src/testing/servers/test-server.ts'
import { type Account, startOidc } from '../../process/support/oidc.ts'
import { openBrowser } from './browser.ts'

const publicUrl = 'https://flags.example.com'

type Options = Partial<Pick<OAuthConfig, 'trustEmail' | 'groupsClaim' | 'clientSecret'>> & { guests: Partial<Guests> }

/** A service with a real OpenID Connect provider that has these accounts. */
export const startWithOidc = async (accounts: Record<string, Account>, { guests: some, ...options }: Options) => {
  const oidc = await startOidc(accounts)
  oidc.serve(publicUrl)
  atEnd(() => oidc[Symbol.asyncDispose]())
  const guests = { ...noGuests, ...some }
  const provider = openProvider({
    addresses: { issuer: oidc.issuer },
    clientId: oidc.settings.BUNTING_OAUTH_CLIENT_ID,
    clientSecret: oidc.settings.BUNTING_OAUTH_CLIENT_SECRET,
    scopes: 'openid profile email',
    trustEmail: false,
    groupsClaim: undefined,
    ...options,
    guests,
  })
  const server = await startTestServer({ publicUrl, signIn: { provider, guests, localLink: false } })
  const first = await server.newOrganization()
  return {
    server,
    first,
    /** Signs in with this account in a new browser. */
    come: async (account: string) => {
      const browser = openBrowser(server)
      const away = await browser.go('/api/auth/idp')
      const response = await browser.go(await passProvider(away.headers.get('location') ?? '', account))
      return { browser, response, page: response.status === 302 ? '' : await response.text() }
    },
  }
}

/** Goes through the pages of the provider, and returns the address that it redirects back to. */
const passProvider = async (start: string, account: string): Promise<string> => {
  const cookies = new Map<string, string>()
  for (let address = start; ; ) {
    if (address.startsWith(publicUrl)) return address
    const isForm = new URL(address).pathname.startsWith('/interaction/')
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(isForm ? { method: 'POST', body: new URLSearchParams({ login: account }) } : {}),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const next = response.headers.get('location')
    if (next === null) throw new Error(`the provider answered ${response.status}: ${await response.text()}`)
    address = new URL(next, address).href
  }
}
