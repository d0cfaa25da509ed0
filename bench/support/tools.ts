import { spawn } from 'node:child_process'
import { once } from 'node:events'

type Options = { cwd: string; env?: Record<string, string> }

/** Runs a program to its end; what it said is the error where it failed. */
export const runTool = async (
  command: string,
  args: readonly string[],
  { cwd, env = {} }: Options,
): Promise<string> => {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${said.slice(-4_000)}`)
  return said
}

export const hasProgram = (command: string): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(command, command === 'java' ? ['-version'] : [command === 'go' ? 'version' : '--version'], {
      stdio: 'ignore',
    })
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })

export const seconds = async (step: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await step()
  return (performance.now() - began) / 1_000
}
