import { readFileSync } from 'node:fs'

const tags = {
  needed: 1n,
  strtab: 5n,
  symtab: 6n,
  rela: 7n,
  relasz: 8n,
  jmprel: 23n,
  pltrelsz: 2n,
  versym: 0x6ffffff0n,
}
const versions = { verneed: 0x6ffffffen, verneednum: 0x6fffffffn }

/** The shared libraries that an executable needs; none if it is not an ELF file. */
export function librariesOf(file) {
  const bytes = readFileSync(file)
  return bytes.readUInt32BE(0) === 0x7f454c46 ? openElf(bytes).needed() : []
}

/** Parses the needed parts of a 64-bit little-endian ELF file. */
export function openElf(bytes) {
  const u16 = (at) => bytes.readUInt16LE(at)
  const u32 = (at) => bytes.readUInt32LE(at)
  const u64 = (at) => bytes.readBigUInt64LE(at)
  const segments = Array.from({ length: u16(56) }, (_, index) => {
    const at = Number(u64(32)) + index * u16(54)
    const [offset, address, size] = [u64(at + 8), u64(at + 16), u64(at + 32)]
    return { at, type: u32(at), flags: u32(at + 4), offset, address, size }
  })
  const loaded = segments.filter(({ type }) => type === 1)
  const placeOf = (address) => {
    const segment = loaded.find((one) => address >= one.address && address < one.address + one.size)
    return Number(segment.offset + address - segment.address)
  }
  const dynamic = segments.find(({ type }) => type === 2)
  const entries = () => {
    const all = []
    for (let at = Number(dynamic?.offset ?? 0); dynamic && u64(at) !== 0n; at += 16)
      all.push({ at, tag: u64(at), value: u64(at + 8) })
    return all
  }
  const pointerOf = (tag) => entries().find((one) => one.tag === tag)?.value ?? 0n
  const textAt = (offset) => {
    const start = placeOf(pointerOf(tags.strtab)) + Number(offset)
    return bytes.toString('latin1', start, bytes.indexOf(0, start))
  }
  const needs = () => {
    const found = []
    let at = placeOf(pointerOf(versions.verneed))
    for (let left = Number(pointerOf(versions.verneednum)); left > 0; left--) {
      const versionIndexes = []
      let one = at + u32(at + 8)
      for (let count = u16(at + 2); count > 0; count--) {
        versionIndexes.push(u16(one + 6))
        one += u32(one + 12)
      }
      found.push({ at, name: textAt(u32(at + 4)), versionIndexes, next: u32(at + 12) })
      at += u32(at + 12)
    }
    return found
  }
  const relocations = () => {
    const tables = [
      [tags.rela, tags.relasz],
      [tags.jmprel, tags.pltrelsz],
    ]
    return tables.flatMap(([table, size]) =>
      Array.from({ length: Number(pointerOf(size)) / 24 }, (_, index) => placeOf(pointerOf(table)) + index * 24),
    )
  }
  return {
    machine: u16(18),
    needed: () =>
      entries()
        .filter(({ tag }) => tag === tags.needed)
        .map(({ value }) => textAt(value)),
    /** The symbols that are looked up in a library, found by its versions. */
    symbolsOf: (name) => {
      const indexes = needs().find((one) => one.name === name)?.versionIndexes ?? []
      const used = new Set(relocations().map((at) => u32(at + 12)))
      return [...used]
        .filter((index) => indexes.includes(u16(placeOf(pointerOf(tags.versym)) + 2 * index)))
        .map((index) => {
          const at = placeOf(pointerOf(tags.symtab)) + 24 * index
          return { index, name: textAt(u32(at)) }
        })
    },
    /** Puts code into the free rest of the last code page, and returns its address; undefined if it does not fit. */
    addCode: (code) => {
      const segment = loaded.find(({ flags }) => (flags & 1) !== 0)
      const end = Number(segment.offset + segment.size)
      const start = (end + 15) & ~15
      const next = Math.min(...loaded.map(({ offset }) => Number(offset)).filter((offset) => offset >= end))
      const sectionEnds = start + code.length
      if (sectionEnds > next || bytes.subarray(end, sectionEnds).some((byte) => byte !== 0)) return undefined
      code.copy(bytes, start)
      const size = BigInt(sectionEnds) - segment.offset
      bytes.writeBigUInt64LE(size, segment.at + 32)
      bytes.writeBigUInt64LE(size, segment.at + 40)
      return segment.address + BigInt(start) - segment.offset
    },
    /** Points every use of the symbol to the address, so that it is not looked up. */
    pointTo: (symbol, address, relative) => {
      for (const at of relocations().filter((place) => u32(place + 12) === symbol)) {
        bytes.writeBigUInt64LE(relative, at + 8)
        bytes.writeBigUInt64LE(address, at + 16)
      }
    },
    /** Removes a library, so that it is neither loaded nor checked for its versions. */
    drop: (name) => {
      const all = needs()
      const index = all.findIndex((one) => one.name === name)
      const count = entries().find(({ tag }) => tag === versions.verneednum)
      const first = entries().find(({ tag }) => tag === versions.verneed)
      if (index === 0) bytes.writeBigUInt64LE(first.value + BigInt(all[0].next), first.at + 8)
      else
        bytes.writeUInt32LE(all[index].next === 0 ? 0 : all[index - 1].next + all[index].next, all[index - 1].at + 12)
      bytes.writeBigUInt64LE(count.value - 1n, count.at + 8)
      const kept = entries().filter(({ tag, value }) => tag !== tags.needed || textAt(value) !== name)
      const start = Number(dynamic.offset)
      for (const [place, { tag, value }] of kept.entries()) {
        bytes.writeBigUInt64LE(tag, start + 16 * place)
        bytes.writeBigUInt64LE(value, start + 16 * place + 8)
      }
      bytes.fill(0, start + 16 * kept.length, start + 16 * kept.length + 16)
    },
  }
}
