import { FlagsError, openEmitter, openStatus } from '@bunting/sdk-core'
import type { Bundle } from './bundle.ts'
import { type CompiledBundle, changedKeys, compileBundle } from './compiled-bundle.ts'
import type { FlagsEvents } from './flags.ts'
import { newFaults } from './new-faults.ts'

export type HeldFlags = ReturnType<typeof holdFlags>

/** The flags as they are now, and who is told when they change. */
export const holdFlags = () => {
  const emitter = openEmitter<FlagsEvents>((thrown, name) => {
    if (name !== 'error') fail(new FlagsError('LISTENER', `A listener of "${name}" threw.`, thrown))
  })
  const fail = (error: FlagsError): void => emitter.emit('error', { error })
  let held: { bundle: Bundle; compiled: CompiledBundle } | undefined
  const tell = (name: 'ready' | 'stale') => () => held && emitter.emit(name, { revision: held.bundle.revision })
  const status = openStatus(() => held !== undefined, { ready: tell('ready'), stale: tell('stale'), error: fail })

  const replace = (bundle: Bundle): void => {
    const before = held
    held = { bundle, compiled: compileBundle(bundle, before?.compiled) }
    for (const fault of newFaults(held, before)) fail(fault)
    const keys = changedKeys(before?.compiled, held.compiled)
    if (before && keys.length > 0) emitter.emit('changed', { keys })
  }

  return {
    on: emitter.on,
    fail,
    status,
    flags: () => held?.compiled.flags,
    bundle: () => held?.bundle,
    replace,
    /** With what was kept from before, unless something newer is here already. */
    begin: (first: Bundle): void => {
      if (held !== undefined) return
      replace(first)
      status.current()
    },
  }
}
