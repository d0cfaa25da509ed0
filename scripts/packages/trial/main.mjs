import { writeFileSync } from 'node:fs'
import process from 'node:process'
import { conformance } from './conformance.mjs'
import { entries } from './entries.mjs'
import { serverSdk } from './server-sdk.mjs'
import { openService } from './service.mjs'
import { webSdk } from './web-sdk.mjs'

// Uses the installed packages on the current runtime, and records the result of each sentence. It has to end by itself.
const { given, told } = JSON.parse(process.argv[2])
const service = await openService(given)
const sentences = { ...entries(given), ...conformance(given), ...serverSdk(service), ...webSdk(service) }
const results = []
for (const [sentence, work] of Object.entries(sentences)) {
  try {
    await work()
    results.push({ sentence })
  } catch (error) {
    results.push({ sentence, problem: String(error?.stack ?? error) })
  }
}
writeFileSync(told, JSON.stringify(results))
