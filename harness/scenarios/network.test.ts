import { mkdtempSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { expect, onTestFinished, vi } from 'vitest'
import { startPrefixProxy } from '../../apps/server/src/testing/servers/prefix-proxy.ts'
import { startTestServer } from '../../apps/server/src/testing/servers/test-server.ts'
import { config } from '../../apps/server/src/testing/test-organization.ts'
import { bundle } from '../support/bundles.ts'
import { certificate, privateKey } from '../support/certificate.ts'
import { openClient } from '../support/client.ts'
import { openForwardProxy } from '../support/forward-proxy.ts'
import { scenario } from '../support/scenario.ts'
import { startOwn } from '../support/test-service.ts'

const first = bundle({ flag: { defaultValue: 'first' } })

/** Starts the SDK in a process with these environment variables. */
const startWith = async (language: string, environment: Record<string, string>) => {
  const own = await startOwn(language, { no_proxy: '', NO_PROXY: '', ...environment })
  onTestFinished(own.stop)
  return own.url
}

/** Starts a TLS server in front of a plain service. Returns its URLs and the variables that make clients trust it. */
const startTls = async (target: string) => {
  const file = join(mkdtempSync(join(tmpdir(), 'bunting-harness-')), 'authority.pem')
  writeFileSync(file, certificate)
  const server = createTlsServer({ key: privateKey, cert: certificate }, (socket) => {
    const far = connect(Number(new URL(target).port), '127.0.0.1')
    socket.pipe(far).pipe(socket)
    socket.on('error', () => far.destroy())
    far.on('error', () => socket.destroy())
    socket.on('close', () => far.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  const trusted = { NODE_EXTRA_CA_CERTS: file, SSL_CERT_FILE: file, REQUESTS_CA_BUNDLE: file }
  // Only the proxy can resolve flags.example. Some languages never use a proxy for localhost.
  return { url: `https://localhost:${port}`, farUrl: `https://flags.example:${port}`, trusted }
}

scenario(40, "a service behind its company's own certificate authority", async ({ openDelivery, language }) => {
  const delivery = await openDelivery()
  delivery.has(first)
  const { url, trusted } = await startTls(delivery.url)
  const client = await openClient(await startWith(language, trusted), { url })
  await client.answers('flag', 'first')
  await client.close()
  const wary = await openClient(await startWith(language, {}), { url })
  await wary.tells({ type: 'error', code: 'UNREACHABLE' })
  await wary.close()
})

scenario(40, 'a proxy by CONNECT, with a name and a password', async ({ openDelivery, language }) => {
  const delivery = await openDelivery()
  delivery.has(first)
  const { farUrl: url, trusted } = await startTls(delivery.url)
  await using proxy = await openForwardProxy()
  const address = proxy.url.replace('http://', 'http://ada:secret@')
  const own = await startWith(language, { ...trusted, HTTPS_PROXY: address, https_proxy: address })
  const client = await openClient(own, { url })
  await client.answers('flag', 'first')
  await client.close()
  expect(proxy.connected).toContain(new URL(url).host)
  expect(proxy.credentials).toContain(`Basic ${Buffer.from('ada:secret').toString('base64')}`)
})

scenario(40, 'a host that no proxy is for is asked directly', async ({ openDelivery, language }) => {
  const delivery = await openDelivery()
  delivery.has(first)
  const { url, trusted } = await startTls(delivery.url)
  await using proxy = await openForwardProxy()
  const environment = { HTTPS_PROXY: proxy.url, https_proxy: proxy.url, NO_PROXY: 'localhost', no_proxy: 'localhost' }
  const client = await openClient(await startWith(language, { ...trusted, ...environment }), { url })
  await client.answers('flag', 'first')
  await client.close()
  expect(proxy.connected).toEqual([])
})

scenario(40, 'a service under a path, with slashes at its end', async ({ open }) => {
  const server = await startTestServer()
  const org = await server.newOrganization()
  const { key } = await org.createFlag()
  await org.put(org.at(key), config({ defaultValue: true }))
  await using proxy = await startPrefixProxy('/flags')
  proxy.serve(server.deliveryUrl)
  const client = await open({ url: `${proxy.url}//`, key: org.key })
  await client.answers(key, true)
  expect(proxy.missed).toEqual([])
  await client.close()
})

scenario(40, 'a proxy that holds a stream back: flags come by asking', async ({ open, openDelivery }) => {
  const delivery = await openDelivery()
  delivery.has(first)
  // The headers arrive, and nothing after them, as from a proxy that buffers.
  delivery.on('/v1/stream', (_, reply) => void reply.stream())
  const client = await open({ url: delivery.url, timing: 0.1 })
  await client.answers('flag', 'first')
  delivery.has(bundle({ flag: { defaultValue: 'second' } }, { revision: 2 }))
  await client.answers('flag', 'second')
  await vi.waitFor(() => expect(delivery.asked('/v1/stream').length).toBeGreaterThan(1))
})
