import { expect, test } from 'vitest'
import { openBrowser } from '../api/support/browser.ts'
import { person, startWithProvider } from '../api/support/with-provider.ts'

const { server, provider, first } = await startWithProvider()

test('two sign-ins of somebody new at once make one user', async () => {
  for (let round = 0; round < 3; round++) {
    const ada = person()
    provider.become(ada)
    const browsers = Array.from({ length: 5 }, () => openBrowser(server))
    const backs = await Promise.all(browsers.map((browser) => browser.goAndComeBack()))
    const answers = await Promise.all(browsers.map((browser, at) => browser.go(backs[at] ?? '')))
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(302))
    const members = await first.walk('/v1/members')
    expect(members.filter(({ email }) => email === ada.user.email)).toHaveLength(1)
  }
})
