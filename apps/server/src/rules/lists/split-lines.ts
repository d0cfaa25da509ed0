import { limits } from '@bunting/contract'
import { LineProblem } from './line-problem.ts'

/**
 * Splits a body into lines as its bytes come. A line that is not UTF-8 or too long is refused with its number. `take` gets
 * each complete line, and its number from 1.
 */
export const openLines = (take: (line: string, number: number) => void) => {
  let decoder = newDecoder()
  let rest = ''
  let number = 0
  let isFirst = true

  const takeText = (text: string): void => {
    let start = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      takeLine(text.slice(start, end))
      start = end + 1
    }
    rest = text.slice(start)
    if (rest.length > limits.listLine) refuseLong(number + 1)
  }

  const takeLine = (line: string): void => {
    number++
    if (line.length > limits.listLine) refuseLong(number)
    take(line.endsWith('\r') ? line.slice(0, -1) : line, number)
  }

  /** Finds the line that is not UTF-8, once it is known that there is one. */
  const problemIn = (bytes: Uint8Array): LineProblem => {
    let line = number + 1
    let start = 0
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
      if (start > 0 && !isText(bytes.subarray(start, end))) break
      if (start === 0 && !isText(bytes.subarray(firstWhole(bytes), end))) break
      start = end + 1
      line++
    }
    return new LineProblem(line, 'must be UTF-8')
  }

  return {
    take: (bytes: Uint8Array): void => {
      let text: string
      try {
        text = decoder.decode(bytes, { stream: true })
      } catch {
        throw problemIn(bytes)
      }
      if (isFirst && text.length > 0) {
        isFirst = false
        // Some programs write a byte order mark first.
        if (text.startsWith('\uFEFF')) text = text.slice(1)
      }
      takeText(rest + text)
    },
    /** The last line may lack its line break. */
    end: (): void => {
      try {
        rest += decoder.decode()
      } catch {
        throw new LineProblem(number + 1, 'must be UTF-8')
      }
      if (rest !== '') takeLine(rest)
      rest = ''
      decoder = newDecoder()
    },
  }
}

const newDecoder = () => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const isText = (bytes: Uint8Array): boolean => {
  try {
    newDecoder().decode(bytes)
    return true
  } catch {
    return false
  }
}

/** The first byte that does not belong to a character which began in the piece before. */
const firstWhole = (bytes: Uint8Array): number => {
  let at = 0
  while (at < 3 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at++
  return at
}

const refuseLong = (line: number): never => {
  throw new LineProblem(line, `must have at most ${limits.listLine.toLocaleString('en')} characters`)
}
