import { globSync, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { wrongUse } from '../../../core/failure.ts'

const howToGetIt = [
  'pip install --no-deps --target goff gofeatureflag-python-provider',
  '--verify 10000 --sdk goff',
  '--verify 10000 --against http://localhost:1031',
]

/** Finds the module: the file itself, or the newest one in a folder, since packages of providers contain it. */
export const findModule = (sdk: string): string => {
  const found = sdk.endsWith('.wasi') ? [sdk] : globSync('**/gofeatureflag-evaluation*.wasi', { cwd: sdk }).sort()
  const last = found.at(-1)
  if (last === undefined) {
    return wrongUse(`There is no gofeatureflag-evaluation.wasi below ${sdk}, to compare with.`, ...howToGetIt)
  }
  const file = sdk.endsWith('.wasi') ? resolve(last) : resolve(sdk, last)
  return statSync(file, { throwIfNoEntry: false })?.isFile()
    ? file
    : wrongUse(`There is no ${sdk}, to compare with.`, ...howToGetIt)
}

type Exports = {
  memory: WebAssembly.Memory
  malloc(length: number): number
  free(at: number): void
  /** Returns the address of the answer in the upper half, and its length in the lower. */
  evaluate(at: number, length: number): bigint
  _start?(): void
}

class Exit extends Error {}

/**
 * Compiles the module, and returns a function that asks it, which answers undefined if the module crashes. The module has no
 * access to files or the network, and gets a fixed time.
 */
export const openModule = (file: string, nowMs: number): ((input: object) => unknown) => {
  const module = new WebAssembly.Module(readFileSync(file))
  let exported = start(module, nowMs)
  return (input) => {
    const text = Buffer.from(`${JSON.stringify(input)}\0`)
    const at = exported.malloc(text.length)
    Buffer.from(exported.memory.buffer).set(text, at)
    let result: bigint
    try {
      result = BigInt.asUintN(64, exported.evaluate(at, text.length - 1))
    } catch {
      // An instance that crashed cannot be used again.
      exported = start(module, nowMs)
      return undefined
    }
    const answer = Buffer.from(exported.memory.buffer, Number(result >> 32n), Number(result & 0xffff_ffffn)).toString()
    exported.free(at)
    return JSON.parse(answer)
  }
}

const start = (module: WebAssembly.Module, nowMs: number): Exports => {
  const instance = new WebAssembly.Instance(
    module,
    importsFor(module, () => exported.memory, nowMs),
  )
  const exported = instance.exports as unknown as Exports
  try {
    exported._start?.()
  } catch (error) {
    if (!(error instanceof Exit)) throw error
  }
  return exported
}

/** The error code of WASI for "not supported". */
const unsupported = 52

/** The few WASI calls that matter here. */
const importsFor = (
  module: WebAssembly.Module,
  memory: () => WebAssembly.Memory,
  nowMs: number,
): WebAssembly.Imports => {
  const view = () => new DataView(memory().buffer)
  const calls: Record<string, (...args: never[]) => number> = {
    clock_time_get: (_clock: number, _precision: bigint, at: number) => {
      view().setBigUint64(at, BigInt(nowMs) * 1_000_000n, true)
      return 0
    },
    // Only seeds its hash maps: no answer depends on it.
    random_get: (at: number, length: number) => {
      Buffer.from(memory().buffer).fill(7, at, at + length)
      return 0
    },
    args_sizes_get: (count: number, size: number) => {
      view().setUint32(count, 0, true)
      view().setUint32(size, 0, true)
      return 0
    },
    args_get: () => 0,
    fd_write: (_file: number, parts: number, count: number, written: number) => {
      let length = 0
      for (let part = 0; part < count; part++) length += view().getUint32(parts + 8 * part + 4, true)
      view().setUint32(written, length, true)
      return 0
    },
    proc_exit: () => {
      throw new Exit()
    },
  }
  const wanted = WebAssembly.Module.imports(module).map(({ name }) => [name, calls[name] ?? (() => unsupported)])
  return { wasi_snapshot_preview1: Object.fromEntries(wanted) }
}
