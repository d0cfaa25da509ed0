// Loaded before a server by its NODE_OPTIONS: prints to standard error the files that it loads and its connections.
import { subscribe } from 'node:diagnostics_channel'
import { writeSync } from 'node:fs'
import { registerHooks } from 'node:module'

const say = (text) => writeSync(2, `${text}\n`)

registerHooks({
  resolve: (specifier, context, next) => {
    say(`loads ${specifier}`)
    return next(specifier, context)
  },
})
subscribe('net.client.socket', ({ socket }) => {
  socket.once('connect', () => say(`connects to ${socket.remoteAddress}:${socket.remotePort}`))
  socket.once('lookup', (_error, _address, _family, host) => say(`looks up ${host}`))
})
subscribe('udp.socket', () => say('opens a UDP socket'))
