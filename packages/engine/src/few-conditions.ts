import type { CompiledCondition } from './condition.ts'
import type { Guard } from './step.ts'
import { hasText } from './text.ts'

// Rules mostly have one or two conditions on attributes, and most of these are `equals`: written out, they cost a call
// a condition or none. How many conditions there are, and of which kind, is what the guard was chosen by.
type Tests = readonly [CompiledCondition, CompiledCondition]
type WithText = CompiledCondition & { text: string }
type Texts = readonly [WithText, WithText]

export const byOneTest: Guard = (conditions, { always, step }, otherwise) => {
  const [{ test, condition }] = conditions as Tests
  const name = condition.attribute
  return (context) => (test(context.attributes?.[name]) ? (always ?? step(context)) : otherwise)
}

export const byOneText: Guard = (conditions, { always, step }, otherwise) => {
  const [{ text, condition }] = conditions as Texts
  const name = condition.attribute
  return (context) => (hasText(context.attributes?.[name], text) ? (always ?? step(context)) : otherwise)
}

export const byTwoTests: Guard = (conditions, { always, step }, otherwise) => {
  const [a, b] = conditions as Tests
  const [aTest, bTest] = [a.test, b.test]
  const [aName, bName] = [a.condition.attribute, b.condition.attribute]
  return (context) => {
    const { attributes } = context
    return aTest(attributes?.[aName]) && bTest(attributes?.[bName]) ? (always ?? step(context)) : otherwise
  }
}

export const byTwoTexts: Guard = (conditions, { always, step }, otherwise) => {
  const [a, b] = conditions as Texts
  const [aText, bText] = [a.text, b.text]
  const [aName, bName] = [a.condition.attribute, b.condition.attribute]
  return (context) => {
    const { attributes } = context
    const hold = hasText(attributes?.[aName], aText) && hasText(attributes?.[bName], bText)
    return hold ? (always ?? step(context)) : otherwise
  }
}
