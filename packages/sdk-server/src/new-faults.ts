import { isKnownFormat } from '@bunting/engine'
import { FlagsError } from '@bunting/sdk-core'
import type { Bundle } from './bundle.ts'
import type { CompiledBundle } from './compiled-bundle.ts'

type Held = { readonly bundle: Bundle; readonly compiled: CompiledBundle }

/** What cannot be read, and was not told of with the bundle before. */
export const newFaults = ({ bundle, compiled }: Held, before: Held | undefined): FlagsError[] => {
  const { format } = bundle
  if (!isKnownFormat(format)) return format === before?.bundle.format ? [] : [unknownFormat(format)]
  return [...compiled.flags]
    .filter(([key, flag]) => flag.broken && flag !== before?.compiled.flags.get(key))
    .map(([key]) => new FlagsError('BAD_ANSWER', `The flag "${key}" cannot be read.`))
}

const unknownFormat = (format: unknown): FlagsError =>
  new FlagsError('BAD_ANSWER', `Bundles of format ${format} need a newer SDK: every flag gives its fallback.`)
