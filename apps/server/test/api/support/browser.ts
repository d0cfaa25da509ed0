import type { TestServer } from '../../../src/testing/servers/test-server.ts'

/** As much of a browser as a sign-in needs: it keeps cookies, and requests addresses. */
export const openBrowser = (server: TestServer) => {
  const cookies = new Map<string, string>()
  const go = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname, search } = new URL(address, 'http://nowhere.test')
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await server.fetch(`${pathname}${search}`, {
      ...init,
      headers: { accept: 'text/html', cookie, ...init.headers },
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  return {
    cookies,
    go,
    /** Goes to the provider, and returns the address that it redirects back to, without opening that. */
    goAndComeBack: async (query = ''): Promise<string> => {
      const away = await go(`/api/auth/idp${query}`)
      const back = await fetch(away.headers.get('location') ?? '', { redirect: 'manual' })
      return back.headers.get('location') ?? ''
    },
    /** Runs the whole sign-in. */
    signIn: async function (query = ''): Promise<Response> {
      return go(await this.goAndComeBack(query))
    },
    session: async () => (await go('/api/auth/session')).json(),
  }
}
