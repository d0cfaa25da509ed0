import type { EvaluationContext } from '@bunting/engine'
import type { Random } from '../../support/random.ts'
import { often } from '../chance.ts'
import { companies, sessionIds, userIds } from './model.ts'

export type TheirContext = {
  userId?: string
  sessionId?: string
  properties: Record<string, string | number | boolean>
}

/** `whole`: with all that is drawn. `bare`: without some of it. `odd`: what no code should send, and some does. */
export type Sort = 'whole' | 'bare' | 'odd'

const oddities = ['', '05', ' 18', '0x12', 'v2.0.0', '2.0', 'true', 18, 18.5, true, false]

export const randomContext = (random: Random, sort: Sort): TheirContext => {
  const isThere = () => sort === 'whole' || often(random, 0.6)
  const usual: [string, () => string | number | boolean][] = [
    ['plan', () => random.pick('free', 'pro', 'team', 'Pro', 'gold')],
    ['email', () => random.pick('ada@example.com', 'BOB@example.org', 'eve@corp', 'ada')],
    ['age', () => random.pick<string | number>('17', 18, '18.5', 40, '18.0', -3)],
    ['version', () => random.pick('1.0.0', '2.0.0', '2.0.0-beta.2', '2.1.0', 'none')],
  ]
  const optional = usual.filter(() => often(random, 0.75))
  const drawn: [string, () => string | number | boolean][] = [
    ['company', () => random.pick(...companies)],
    ['beta', () => random.pick('true', 'false')],
  ]
  const all = [...optional, ...drawn.filter(isThere)]
  return {
    ...(isThere() ? { userId: random.pick(...userIds) } : {}),
    ...(isThere() ? { sessionId: random.pick(...sessionIds) } : {}),
    properties: Object.fromEntries(
      all.map(([name, make]) => [name, sort === 'odd' && often(random, 0.4) ? random.pick(...oddities) : make()]),
    ),
  }
}

/** As docs tell people to send it. */
export const ourContext = ({ userId, sessionId, properties }: TheirContext): EvaluationContext => ({
  ...(userId === undefined ? {} : { userId }),
  ...(sessionId === undefined ? {} : { anonymousId: sessionId }),
  attributes: { ...properties, appName: 'shop' },
})
