import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** Somebody else, in a thread of their own: asks for something small again and again, and says how long it took at most. */
type Asked = { url: string; method: string; headers: Record<string, string>; body: string }

/** In a body, a number that is another each time. */
const another = '{another}'

const restMs = 2
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let longestMs = 0

let asked = 0

const ask = ({ url, method, headers, body: template }: Asked): Promise<void> =>
  new Promise((resolve, reject) => {
    const body = template.replace(another, String(asked++))
    const sent = request(url, { method, agent, headers: { ...headers, 'content-length': String(body.length) } })
    sent.on('response', (response) => response.resume().on('end', resolve).on('error', reject))
    sent.on('error', reject).end(body)
  })

let word: 'begin' | 'end' | undefined
parentPort?.on('message', (said: 'begin' | 'end') => {
  word = said
})

for (;;) {
  const beganMs = performance.now()
  await ask(workerData as Asked)
  longestMs = Math.max(longestMs, performance.now() - beganMs)
  // After what was under way: that is what waits.
  if (word) {
    parentPort?.postMessage(longestMs)
    longestMs = 0
    word = undefined
  }
  await new Promise((resolve) => setTimeout(resolve, restMs))
}
