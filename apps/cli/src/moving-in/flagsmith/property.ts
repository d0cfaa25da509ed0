import { byHand } from '../shared/by-hand.ts'

/** The input of a condition: an attribute, a constant of the environment, the identity, or another flag's answer. */
export type Property =
  | { kind: 'attribute'; attribute: string }
  | { kind: 'constant'; value: string }
  | { kind: 'identity' }
  | { kind: 'flag'; name: string; field: 'enabled' | 'value' }

export type Places = { environment: { key: string; name: string }; rename: ReadonlyMap<string, string> }

const trait = /^\$\.identity\.traits(?:\.(?<dotted>.+)|\['(?<quoted>.+)'\])$/
const flag =
  /^\$\.flags(?:\.(?<dotted>[^.[\]]+)|\['(?<quoted>[^']+)'\])(?:\.(?<field>enabled|value)|\['(?<quotedField>enabled|value)'\])$/

/** Parses a property: the name of a trait, or a JSONPath into the evaluation context. */
export const readProperty = (property: string, { environment, rename }: Places): Property => {
  const attribute = (name: string): Property => ({ kind: 'attribute', attribute: rename.get(name) ?? name })
  if (!property.startsWith('$.')) return attribute(property)
  const traitName = trait.exec(property)?.groups
  if (traitName) return attribute(traitName.dotted ?? traitName.quoted ?? '')
  if (property === '$.identity.identifier') return { kind: 'attribute', attribute: 'userId' }
  if (property === '$.identity.key') return { kind: 'identity' }
  if (property === '$.environment.name') return { kind: 'constant', value: environment.name }
  if (property === '$.environment.key') return { kind: 'constant', value: environment.key }
  const named = flag.exec(property)?.groups
  if (!named) return byHand('operator', `The path ${property} reads what a context of Bunting does not have.`)
  return {
    kind: 'flag',
    name: named.dotted ?? named.quoted ?? '',
    field: (named.field ?? named.quotedField) as 'enabled' | 'value',
  }
}
