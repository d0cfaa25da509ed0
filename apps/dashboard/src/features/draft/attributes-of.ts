import { type Condition, leavesOf } from '@bunting/engine'

type Asking = { conditions: readonly Condition[]; bucketBy?: string }

/** The attributes that rules use, without duplicates; `unit`, which is always asked for, comes first. */
export const attributesOf = (unit: string, rules: readonly Asking[]): string[] => {
  const named = rules.flatMap(({ conditions, bucketBy }) => [
    ...Array.from(leavesOf(conditions, ''), ({ condition }) =>
      'attribute' in condition ? (condition.attribute ?? '') : '',
    ),
    bucketBy ?? '',
  ])
  return [...new Set([unit, ...named])].filter((name) => name !== '')
}
