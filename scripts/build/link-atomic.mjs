import { readFileSync, writeFileSync } from 'node:fs'
import { openElf } from './elf.mjs'

// Node's executable for Linux needs one function of libatomic, which a bare system does not have. This adds the function to
// the executable itself, and removes the library from the list of those it needs.

const library = 'libatomic.so.1'

/**
 * The machine code of the function, by the ELF number of the machine: a compare-and-swap of 1, 2, 4, 8 or 16 bytes, `bool
 * __atomic_compare_exchange(size_t, void *at, void *expected, void *desired, int, int)`. Another size ends the process. For
 * x86-64: compare the size (rdi), load `*expected` and `*desired`, `lock cmpxchg` (16 bytes: `cmpxchg16b`), and if it failed
 * store the value found in `*expected`.
 */
const stubs = {
  62: {
    __atomic_compare_exchange:
      '4883ff08741a4883ff0474274883ff1074524883ff01743d4883ff0274240f0b' + // which size
      '488b02488b09f0480fb10e745f48890231c0c3' + // 8
      '8b028b09f00fb10e744f890231c0c3' + // 4
      '668b02668b0966f00fb10e743d66890231c0c3' + // 2
      '8a028a09f00fb00e742d880231c0c3' + // 1
      '534989d04989c9498b00498b5008498b19498b4908f0480fc70e740b498900498950085b31c0c35b' + // 16
      'b801000000c3', // it was swapped
    relative: 8n,
  },
}

/** Tells whether the file does not need the library, or no longer does. A file of an unexpected form is left unchanged. */
export function linkAtomic(file) {
  const bytes = readFileSync(file)
  const elf = openElf(bytes)
  if (!elf.needed().includes(library)) return true
  const stub = stubs[elf.machine]
  const symbols = elf.symbolsOf(library)
  if (!stub || symbols.length !== 1 || !stub[symbols[0].name]) return false
  const address = elf.addCode(Buffer.from(stub[symbols[0].name], 'hex'))
  if (address === undefined) return false
  elf.pointTo(symbols[0].index, address, stub.relative)
  elf.drop(library)
  writeFileSync(file, bytes)
  return true
}
