import { literal, propertyName } from './literal.ts'

/** A TypeScript type. */
export type Type =
  /** Any JSON. */
  | { kind: 'any' }
  | { kind: 'never' }
  /** The text of the type. */
  | { kind: 'plain'; text: string }
  | { kind: 'object'; fields: readonly Field[] }
  | { kind: 'record'; values: Type }
  | { kind: 'list'; items: Type }
  | { kind: 'tuple'; items: readonly { type: Type; isOptional: boolean }[]; rest: Type | undefined }
  | { kind: 'either' | 'both'; of: readonly Type[] }

type Field = { name: string; type: Type; isOptional: boolean }

export const any: Type = { kind: 'any' }
export const never: Type = { kind: 'never' }
export const plain = (text: string): Type => ({ kind: 'plain', text })

export const either = (types: readonly Type[]): Type => {
  const flat = types.flatMap((type) => (type.kind === 'either' ? type.of : [type]))
  if (flat.some(({ kind }) => kind === 'any')) return any
  return (
    joined(
      'either',
      flat.filter(({ kind }) => kind !== 'never'),
    ) ?? never
  )
}

export const both = (types: readonly Type[]): Type => {
  const flat = types.flatMap((type) => (type.kind === 'both' ? type.of : [type]))
  if (flat.some(({ kind }) => kind === 'never')) return never
  return (
    joined(
      'both',
      flat.filter(({ kind }) => kind !== 'any'),
    ) ?? any
  )
}

/** Combines types without duplicates. Returns undefined for none, and a single type unchanged. */
const joined = (kind: 'either' | 'both', types: readonly Type[]): Type | undefined => {
  if (types.length < 2) return types[0]
  const of = [...new Map(types.map((type) => [typeText(type, ''), type])).values()]
  return of.length > 1 ? { kind, of } : of[0]
}

/** Reduces a type to objects and arrays, since all values of a json flag are these; undefined if that does not restrict them. */
export const documentType = (type: Type): Type | undefined => {
  if (type.kind === 'either') {
    const of = type.of.filter(({ kind }) => kind !== 'plain').map(documentType)
    return of.length === 0 || of.includes(undefined) ? undefined : either(of as Type[])
  }
  if (type.kind === 'both') return type.of.some((one) => documentType(one) !== undefined) ? type : undefined
  return ['any', 'never', 'plain'].includes(type.kind) ? undefined : type
}

/** The maximum length of an object on one line. */
const maxLine = 80

/** Formats a type as TypeScript, with this indentation. */
export const typeText = (type: Type, indent: string): string => {
  switch (type.kind) {
    case 'any':
      return 'Json'
    case 'never':
      return 'never'
    case 'plain':
      return type.text
    case 'object':
      return objectText(type.fields, indent)
    case 'record':
      return `{ [name: string]: ${typeText(type.values, indent)} }`
    case 'list':
      return `${innerText(type.items, indent)}[]`
    case 'tuple':
      return tupleText(type, indent)
    case 'either':
      return type.of.map((one) => (one.kind === 'both' ? innerText(one, indent) : typeText(one, indent))).join(' | ')
    case 'both':
      return type.of.map((one) => innerText(one, indent)).join(' & ')
  }
}

const innerText = (type: Type, indent: string): string =>
  type.kind === 'either' || type.kind === 'both' ? `(${typeText(type, indent)})` : typeText(type, indent)

const objectText = (fields: readonly Field[], indent: string): string => {
  const inner = `${indent}  `
  const written = fields.map(
    ({ name, type, isOptional }) => `${propertyName(name)}${isOptional ? '?' : ''}: ${typeText(type, inner)}`,
  )
  const line = `{ ${written.join('; ')} }`
  if (line.length <= maxLine && !line.includes('\n')) return line
  return ['{', ...written.map((field) => `${inner}${field}`), `${indent}}`].join('\n')
}

const tupleText = ({ items, rest }: Extract<Type, { kind: 'tuple' }>, indent: string): string => {
  const written = items.map(({ type, isOptional }) => `${innerText(type, indent)}${isOptional ? '?' : ''}`)
  return `[${[...written, ...(rest ? [`...${innerText(rest, indent)}[]`] : [])].join(', ')}]`
}

/** Returns the literal type of a value. */
export const valueType = (value: unknown): Type => {
  if (typeof value === 'string') return plain(literal(value))
  if (typeof value === 'number') return plain(Number.isFinite(value) ? String(value) : 'number')
  if (typeof value === 'boolean' || value === null) return plain(String(value))
  if (Array.isArray(value)) {
    return {
      kind: 'tuple',
      items: value.map((item) => ({ type: valueType(item), isOptional: false })),
      rest: undefined,
    }
  }
  const fields = Object.entries(Object(value)).map(([name, one]) => ({ name, type: valueType(one), isOptional: false }))
  return { kind: 'object', fields }
}
