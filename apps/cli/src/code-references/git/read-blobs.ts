import type { Git } from '../../git/git.ts'
import { maxFileBytes } from './tracked-files.ts'

const maxBatchBytes = 32 * 1024 * 1024

/** Reads objects of a repository by id, in batches of bounded size. Large and missing objects are skipped. */
export async function* readBlobs(git: Git, ids: readonly string[]): AsyncGenerator<{ id: string; bytes: Buffer }> {
  if (ids.length === 0) return
  const described = await git.run(['cat-file', '--batch-check'], `${ids.join('\n')}\n`)
  let batch: string[] = []
  let batchBytes = 0
  for (const line of described.toString().split('\n')) {
    const [id = '', type, size] = line.split(' ')
    if (type !== 'blob' || Number(size) > maxFileBytes) continue
    batch.push(id)
    batchBytes += Number(size)
    if (batchBytes < maxBatchBytes) continue
    yield* readBatch(git, batch)
    batch = []
    batchBytes = 0
  }
  if (batch.length > 0) yield* readBatch(git, batch)
}

async function* readBatch(git: Git, ids: readonly string[]): AsyncGenerator<{ id: string; bytes: Buffer }> {
  const printed = await git.run(['cat-file', '--batch'], `${ids.join('\n')}\n`)
  for (let at = 0; at < printed.length; ) {
    const end = printed.indexOf('\n', at)
    const [id = '', , size] = printed.toString('latin1', at, end).split(' ')
    const next = end + 1 + Number(size)
    yield { id, bytes: printed.subarray(end + 1, next) }
    at = next + 1
  }
}
