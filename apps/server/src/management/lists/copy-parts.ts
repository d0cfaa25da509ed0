import { openScratchFile } from '../../base/scratch-file.ts'
import { sizeOf } from '../../rules/lists/hash-set.ts'
import { openPartsWriter } from './parts-writer.ts'
import type { IdsChange } from './prepare-change.ts'
import type { Parts } from './stage-parts.ts'

/** Makes parts of the ids of a proposal. */
export const copyParts = async (
  scratchDir: string,
  ownerId: string,
  { sets, keepIds }: IdsChange,
): Promise<{ parts: Parts; close(): Promise<void> }> => {
  const scratch = openScratchFile(scratchDir)
  try {
    const writer = openPartsWriter(scratch, keepIds)
    const given = sets()
    for (let { value, done } = await given.next(); !done; { value, done } = await given.next()) {
      writer.put(value, 0, sizeOf(value))
      await writer.flush()
    }
    await writer.end()
    const read = async function* () {
      for await (const part of writer.parts()) yield { kind: 'given' as const, part }
    }
    return { parts: { ownerId, bytes: writer.bytes(), read }, close: scratch.close }
  } catch (error) {
    await scratch.close()
    throw error
  }
}
