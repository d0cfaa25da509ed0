import { expect, test } from 'vitest'
import { makeLocalLink } from '../../src/sign-in/local-link.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { openBrowser } from '../api/support/browser.ts'

const publicUrl = 'http://127.0.0.1:4000'
const server = await startTestServer({ publicUrl, signIn: { localLink: true } })
await server.newOrganization()
const newLink = () => makeLocalLink(server.deps)

test('a link that is used many times at once works once', async () => {
  const link = await newLink()
  const answers = await Promise.all(Array.from({ length: 10 }, () => openBrowser(server).go(link)))
  expect(answers.map(({ status }) => status).sort()).toEqual([302, ...Array(9).fill(410)])
})
