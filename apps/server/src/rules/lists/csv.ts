import { limits } from '@bunting/contract'
import { LineProblem } from './line-problem.ts'

/**
 * Takes lines of CSV (RFC 4180), and gives the field of one column: the column of that name, which the first line has to
 * name, or else the first column. A field in quotes may have several lines; its row has the number of its first line.
 */
export const openCsv = (column: string | undefined, take: (field: string, line: number) => void) => {
  let place: number | undefined = column === undefined ? 0 : undefined
  let open: { text: string; line: number } | undefined

  const takeRow = (text: string, line: number): void => {
    // Most have no quotes.
    const fields = text.includes('"') ? fieldsIn(text, line) : text.split(',')
    if (place === undefined) {
      place = fields.indexOf(column as string)
      if (place < 0) throw new LineProblem(line, `must name the column ${JSON.stringify(column)}`)
      return
    }
    const field = fields[place]
    if (field === undefined) throw new LineProblem(line, `must have ${place + 1} columns`)
    take(field, line)
  }

  return {
    take: (text: string, line: number): void => {
      const row = open ? { text: `${open.text}\n${text}`, line: open.line } : { text, line }
      open = isOpen(row.text) ? row : undefined
      if (!open) takeRow(row.text, row.line)
      else if (row.text.length > limits.listLine) throw new LineProblem(row.line, 'must end the quotes that it opens')
    },
    end: (): void => {
      if (open) throw new LineProblem(open.line, 'must end the quotes that it opens')
      if (place === undefined) throw new LineProblem(1, `must name the column ${JSON.stringify(column)}`)
    },
  }
}

const isOpen = (text: string): boolean => {
  let quotes = 0
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) quotes++
  return quotes % 2 === 1
}

const fieldsIn = (text: string, line: number): string[] => {
  const fields: string[] = []
  for (let at = 0; at <= text.length; at++) {
    const { field, end } = text[at] === '"' ? quotedAt(text, at, line) : plainAt(text, at, line)
    fields.push(field)
    at = end
  }
  return fields
}

const plainAt = (text: string, at: number, line: number) => {
  const comma = text.indexOf(',', at)
  const end = comma < 0 ? text.length : comma
  const field = text.slice(at, end)
  if (field.includes('"')) throw new LineProblem(line, 'must have quotes around a field that has quotes in it')
  return { field, end }
}

const quotedAt = (text: string, at: number, line: number) => {
  let end = at + 1
  while (end < text.length && (text[end] !== '"' || text[end + 1] === '"')) end += text[end] === '"' ? 2 : 1
  const after = text[end + 1]
  if (after !== undefined && after !== ',') throw new LineProblem(line, 'must have a comma after the quotes')
  return { field: text.slice(at + 1, end).replaceAll('""', '"'), end: end + 1 }
}
