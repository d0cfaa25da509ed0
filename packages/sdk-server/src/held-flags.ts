import { FlagsError, openEmitter, openStatus } from '@bunting/sdk-core'
import type { Bundle } from './bundle.ts'
import { type CompiledFlags, changedKeys, compileFlags } from './compiled-flags.ts'
import type { FlagsEvents } from './flags.ts'

export type HeldFlags = ReturnType<typeof holdFlags>

/** The flags as they are now, and who is told when they change. */
export const holdFlags = () => {
  const emitter = openEmitter<FlagsEvents>((thrown, name) => {
    if (name !== 'error') fail(new FlagsError('LISTENER', `A listener of "${name}" threw.`, thrown))
  })
  const fail = (error: FlagsError): void => emitter.emit('error', { error })
  let bundle: Bundle | undefined
  let compiled: CompiledFlags | undefined
  const tell = (name: 'ready' | 'stale') => () => bundle && emitter.emit(name, { revision: bundle.revision })
  const status = openStatus(() => bundle !== undefined, { ready: tell('ready'), stale: tell('stale'), error: fail })

  const replace = (next: Bundle): void => {
    const before: CompiledFlags = compiled ?? new Map()
    compiled = compileFlags(next, before, (key, thrown) =>
      fail(new FlagsError('BAD_ANSWER', `The flag "${key}" cannot be read.`, thrown)),
    )
    const isFirst = bundle === undefined
    bundle = next
    const keys = changedKeys(before, compiled)
    if (!isFirst && keys.length > 0) emitter.emit('changed', { keys })
  }

  return {
    on: emitter.on,
    fail,
    status,
    compiled: () => compiled,
    bundle: () => bundle,
    replace,
    /** With what was kept from before, unless something newer is here already. */
    begin: (first: Bundle): void => {
      if (bundle !== undefined) return
      replace(first)
      status.current()
    },
  }
}
