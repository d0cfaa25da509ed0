import { expect, test } from 'vitest'
import { openBrowser } from '../api/support/browser.ts'
import { person, startWithProvider } from '../api/support/with-provider.ts'

const { server, provider, first } = await startWithProvider()
const colleague = await server.newMember(first, 'admin')

const members = async (email: string) => {
  const all = await first.walk('/v1/members')
  return all.filter((member) => member.email?.toLowerCase() === email)
}

test('of accounts that come with an admin’s address at once, one is let in', async () => {
  for (let round = 0; round < 3; round++) {
    for (const { id } of await members('grace@example.com')) await colleague.delete(`/v1/members/${id}`)
    const browsers = Array.from({ length: 4 }, () => openBrowser(server))
    const backs: string[] = []
    for (const browser of browsers) {
      provider.become(person({ email: 'grace@example.com' }))
      backs.push(await browser.goAndComeBack())
    }
    const answers = await Promise.all(browsers.map((browser, at) => browser.go(backs[at] ?? '')))
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 403, 403, 403])
    expect(await members('grace@example.com')).toHaveLength(1)
  }
})
