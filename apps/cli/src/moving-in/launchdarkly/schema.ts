import { z } from 'zod'

/** The answer of /sdk/latest-all, which SDKs read; only the fields that affect evaluation. */
const contextKind = z.string().nullish()
const index = z.int()
const weight = z.int().min(0)

const clause = z.object({
  contextKind,
  attribute: z.string().nullish(),
  op: z.string(),
  values: z.array(z.unknown()).nullish(),
  negate: z.boolean().nullish(),
})

const rollout = z.object({
  kind: z.string().nullish(),
  contextKind,
  bucketBy: z.string().nullish(),
  seed: z.number().nullish(),
  variations: z.array(z.object({ variation: index, weight, untracked: z.boolean().nullish() })),
})

const served = { variation: index.nullish(), rollout: rollout.nullish() }

const target = z.object({ contextKind, values: z.array(z.string()), variation: index })

const flag = z.object({
  on: z.boolean(),
  salt: z.string().nullish(),
  variations: z.array(z.unknown()),
  offVariation: index.nullish(),
  fallthrough: z.object(served).nullish(),
  targets: z.array(target).nullish(),
  contextTargets: z.array(target).nullish(),
  rules: z.array(z.object({ ...served, id: z.string().nullish(), clauses: z.array(clause).nullish() })).nullish(),
  prerequisites: z.array(z.object({ key: z.string(), variation: index })).nullish(),
  clientSide: z.boolean().nullish(),
  clientSideAvailability: z
    .object({ usingMobileKey: z.boolean().nullish(), usingEnvironmentId: z.boolean().nullish() })
    .nullish(),
})

const ids = z.array(z.string()).nullish()
const contextIds = z.array(z.object({ contextKind, values: z.array(z.string()) })).nullish()

const segment = z.object({
  included: ids,
  excluded: ids,
  includedContexts: contextIds,
  excludedContexts: contextIds,
  salt: z.string().nullish(),
  unbounded: z.boolean().nullish(),
  rules: z
    .array(
      z.object({
        id: z.string().nullish(),
        clauses: z.array(clause),
        weight: weight.nullish(),
        bucketBy: z.string().nullish(),
        rolloutContextKind: contextKind,
      }),
    )
    .nullish(),
})

const isDeleted = (item: unknown): boolean =>
  typeof item === 'object' && item !== null && 'deleted' in item && item.deleted === true

/** Items by key. A deleted item stays for a while as a tombstone, which is removed here. */
const itemsOf = <Item extends z.ZodType>(item: Item) =>
  z.preprocess(
    (items) =>
      typeof items === 'object' && items !== null
        ? Object.fromEntries(Object.entries(items).filter(([, each]) => !isDeleted(each)))
        : items,
    z.record(z.string(), item),
  )

export const environmentSchema = z.object({ flags: itemsOf(flag), segments: itemsOf(segment).optional() })

/** The admin API's answer on flags, with its pages joined. */
export const adminSchema = z.object({
  items: z.array(
    z.object({
      key: z.string(),
      name: z.string().nullish(),
      description: z.string().nullish(),
      tags: z.array(z.string()).nullish(),
      temporary: z.boolean().nullish(),
      archived: z.boolean().nullish(),
      _maintainer: z.object({ email: z.string().nullish() }).nullish(),
      _links: z.object({ self: z.object({ href: z.string() }).nullish() }).nullish(),
      variations: z.array(z.object({ name: z.string().nullish(), value: z.unknown() })).nullish(),
      environments: z
        .record(
          z.string(),
          z.object({
            rules: z.array(z.object({ _id: z.string().nullish(), description: z.string().nullish() })).nullish(),
          }),
        )
        .nullish(),
    }),
  ),
})

export type TheirClause = z.output<typeof clause>
export type TheirRollout = z.output<typeof rollout>
export type TheirTarget = z.output<typeof target>
export type TheirFlag = z.output<typeof flag>
export type TheirSegment = z.output<typeof segment>
export type TheirFacts = z.output<typeof adminSchema>['items'][number]
