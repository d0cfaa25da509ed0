import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../fail.mjs'
import { root } from '../root.mjs'
import { run } from '../run.mjs'
import { languages } from './languages.mjs'
import { prepare } from './prepare.mjs'
import { findToolchain } from './toolchain.mjs'

/** Packs the SDKs whose toolchains are installed into a folder, and prints which it skips. */
export async function packSdks(out, env) {
  // A Docker image is built from a copy without these folders.
  const here = languages.filter(({ pack, cwd }) => pack && existsSync(join(root, cwd)))
  for (const language of here) {
    if (findToolchain(language, env) === undefined)
      console.log(`The SDK in ${language.name} is not there: this machine lacks ${language.needs}.`)
    else await packInto(language, out, env)
  }
}

async function packInto(language, out, env) {
  // Inside `out`, so that files can be moved by a rename.
  const work = mkdtempSync(join(out, '.packing-'))
  try {
    for (const file of await packSdk(language, work, env)) {
      const place = join(out, file)
      renameSync(join(work, file), place)
      console.log(`${(statSync(place).size / 1e6).toFixed(1).padStart(6)} MB  ${place}`)
    }
  } finally {
    rmSync(work, { recursive: true })
  }
}

/** Packs an SDK into a folder, and returns the names of the files. */
export async function packSdk(language, folder, env) {
  const [program, ...args] = language.pack
  await prepare(language, env)
  const cwd = join(root, language.cwd)
  const { code, output } = await run(program, [...args, folder], { env, cwd, keep: true })
  if (code !== 0) throw new Failure(`The SDK in ${language.name} could not be packed.\n${output.trim()}`)
  return readdirSync(folder).filter((name) => !name.startsWith('.'))
}
