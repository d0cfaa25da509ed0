import { displayWidth } from '@bunting/contract/text'
import type { Rich } from './rich.ts'

/** A terminal on which each drawing replaces the one before. */
export type Screen = {
  rows: number
  columns: number
  draw(lines: readonly Rich[]): void
}

export const openScreen = (stream: NodeJS.WriteStream, plain: boolean): Screen => {
  const columns = stream.columns || 80
  let drawn = 0
  return {
    rows: stream.rows || 24,
    columns,
    draw: (lines) => {
      const texts = lines.map((line) => `${plain ? line.plain : line.ansi}\n`)
      stream.write(`${drawn === 0 ? '' : `\x1b[${drawn}A`}\x1b[J${texts.join('')}`)
      drawn = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(displayWidth(line.plain) / columns)), 0)
    },
  }
}
