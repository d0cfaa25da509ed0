import { spawnSync } from 'node:child_process'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { logOptions } from '../../src/base/log.ts'

/** The line that an error makes in the log. */
const lineOf = (error: unknown): { text: string; err: Record<string, unknown> } => {
  let text = ''
  pino(logOptions, {
    write: (line) => {
      text = line
    },
  }).warn({ err: error }, 'it failed')
  return { text, err: JSON.parse(text).err }
}

test('an error is logged with its type, message, code and stack, and nothing else that it carries', () => {
  const command = { name: 'auth', args: ['hush'] }
  const error = Object.assign(new RangeError('refused'), { code: 'E1', command, detail: 'Key (hush)', where: 'hush' })
  const { text, err } = lineOf(error)
  expect(err).toEqual({ type: 'RangeError', message: 'refused', code: 'E1', stack: expect.stringContaining('refused') })
  expect(text).not.toContain('hush')
})

test('a cause is logged in the same form, to some depth', () => {
  const error = new Error('outer', { cause: Object.assign(new TypeError('inner'), { args: 'hush' }) })
  expect(lineOf(error).err.cause).toEqual({ type: 'TypeError', message: 'inner', stack: expect.any(String) })
  const circular = new Error('round')
  circular.cause = circular
  expect(lineOf(circular).text.length).toBeLessThan(20_000)
})

test('who signs in at an address is in no message and no stack', () => {
  for (const url of ['redis://:hush@cache:6379', 'postgres://flags:hu/s@h!hush@db.example.com/flags']) {
    const { text, err } = lineOf(new Error(`cannot reach ${url}: refused`))
    expect(text).not.toContain('hush')
    expect(err.message).toMatch(/^cannot reach \w+:\/\/…@[^ ]+: refused$/)
  }
})

test('what Redis repeats of a command that it does not know is left out', () => {
  const message = "ERR unknown command 'AUTH', with args beginning with: 'flags' 'hush' "
  expect(lineOf(new Error(message)).text).not.toContain('hush')
})

test('a message and a stack are cut, and what is no error is told as a text', () => {
  const { err } = lineOf(new Error('x'.repeat(1_000_000)))
  expect((err.message as string).length).toBeLessThan(2_000)
  expect((err.stack as string).length).toBeLessThan(5_000)
  expect(lineOf('just a text').err).toEqual({ type: 'string', message: 'just a text' })
})

test('a fault that nobody caught ends the process with such a line', () => {
  const source = (file: string) => JSON.stringify(new URL(`../../src/${file}`, import.meta.url).href)
  const program = `
    import { openLog } from ${source('base/log.ts')}
    import { stopOnFault } from ${source('base/stop-on-fault.ts')}
    stopOnFault(openLog())
    Promise.reject(Object.assign(new Error('refused'), { command: { args: ['hush'] } }))`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  expect(status).toBe(1)
  expect(JSON.parse(stderr)).toMatchObject({ level: 60, err: { message: 'refused' } })
  expect(stderr).not.toContain('hush')
})
