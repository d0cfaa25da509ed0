export type BenchUser = {
  userId: string
  attributes: { country: string; plan: string; age: number; beta: boolean; email: string }
}

const countries = ['US', 'NL', 'BE', 'DE', 'FR', 'JP', 'BR']
const plans = ['free', 'pro', 'enterprise']

const pick = <Item>(items: readonly Item[], at: number): Item => items[at % items.length] as Item

export const userIdOf = (at: number): string => `user-${at * 7_919}`

/** So that each rule matches for some, and none for others. */
export const usersOf = (count: number): BenchUser[] =>
  Array.from({ length: count }, (_, i) => ({
    userId: userIdOf(i),
    attributes: {
      country: pick(countries, i),
      plan: pick(plans, i * 5 + Math.floor(i / 7)),
      age: (i * 37) % 90,
      beta: i % 2 === 0,
      email: `person-${i}@example.com`,
    },
  }))
