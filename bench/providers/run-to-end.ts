import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'

export type Command = { program: string; args: string[]; cwd?: string; env?: Record<string, string> }

export const start = ({ program, args, cwd, env = {} }: Command) =>
  spawn(program, args, { ...(cwd === undefined ? {} : { cwd }), env: { ...process.env, ...env } })

/** Fails with what the program said. */
export const runToEnd = async (command: Command): Promise<void> => {
  const child = start(command)
  child.stdin.end()
  const ended = once(child, 'close')
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await ended
  if (code !== 0)
    throw new Error(`${command.program} ${command.args.join(' ')} failed (${code}).\n${said}${complained}`)
}

export const isInstalled = (program: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
