import { createInterface } from 'node:readline'
import { fileCache } from '../../src/file-cache.ts'
import { openFlags } from '../../src/index.ts'

/** An application that prints its flag for every line that it reads. */
const [url = '', key = '', path = ''] = process.argv.slice(2)
const flags = openFlags({ url, key, cache: fileCache(path) })
await flags.ready()
for await (const _ of createInterface(process.stdin)) {
  const { value } = flags.stringDetails('colour', { userId: 'ada' }, 'the fallback')
  console.log(JSON.stringify({ value, status: flags.status }))
}
