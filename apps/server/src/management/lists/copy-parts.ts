import { openScratchFile } from '../../base/scratch-file.ts'
import { type HashSet, sizeOf } from '../../rules/lists/hash-set.ts'
import type { ListPart } from '../../store/tables/list-parts.ts'
import { openPartsWriter } from './parts-writer.ts'

/** Makes parts of sets that follow each other, and hands them over one at a time. */
export const copyParts = async (
  sets: AsyncIterator<HashSet>,
  keepIds: boolean,
  insert: (part: ListPart) => Promise<void>,
): Promise<void> => {
  const scratch = openScratchFile()
  try {
    const writer = openPartsWriter(scratch, keepIds)
    for (let { value, done } = await sets.next(); !done; { value, done } = await sets.next()) {
      writer.put(value, 0, sizeOf(value))
      await writer.flush()
    }
    await writer.end()
    for await (const part of writer.parts()) await insert(part)
  } finally {
    await scratch.close()
  }
}
