import { cutTo, displayWidth } from '@bunting/contract/text'
import { dim, joinRich, type Part, type Rich, toRich } from './rich.ts'

const gap = '  '
const leastWidth = 8

/** Aligns columns. Only the last one, which holds prose, is cut to fit the width: names and ids must stay copyable. */
export const table = (headers: readonly string[], rows: readonly (readonly Part[])[], width?: number): Rich[] => {
  const cells = rows.map((row) => row.map(toRich))
  const natural = headers.map((header, column) =>
    Math.max(displayWidth(header), ...cells.map((row) => displayWidth(row[column]?.plain ?? ''))),
  )
  const widths = width === undefined ? natural : shrinkLast(natural, width - gap.length * (headers.length - 1))
  const lines = [headers.map((header) => dim(header.toUpperCase())), ...cells]
  return lines.map((row) =>
    trimEnd(
      joinRich(
        row.map((cell, column) => fit(cell, widths[column] ?? 0)),
        gap,
      ),
    ),
  )
}

const shrinkLast = (natural: readonly number[], max: number): number[] => {
  const others = natural.slice(0, -1)
  const left = max - others.reduce((sum, width) => sum + width, 0)
  const last = natural.at(-1) ?? 0
  return [...others, Math.max(Math.min(last, leastWidth), Math.min(last, left))]
}

const fit = (cell: Rich, width: number): Rich => {
  const plain = cutTo(cell.plain, width)
  const padding = ' '.repeat(Math.max(0, width - displayWidth(plain)))
  return { plain: plain + padding, ansi: cell.ansi.replace(cell.plain, () => plain) + padding }
}

const trimEnd = ({ plain, ansi }: Rich): Rich => ({ plain: plain.trimEnd(), ansi: ansi.trimEnd() })
