import type { Environment } from '@bunting/contract'
import { sameValue } from '@bunting/engine'
import type { FlagAnswers } from '../../api/answers.ts'
import { flagText } from '../../api/flag-text.ts'
import type { FlagInList } from '../../api/flags.ts'
import { hasWords, searchText, wordsOf } from '../../format/find-words.ts'

export type AnswerOf = FlagAnswers['answers'][string]

export type AnswerRow = {
  key: string
  /** Undefined until the list of flags is loaded this far. */
  flag: FlagInList | undefined
  /** In the order of the environments; undefined without a version. */
  answers: readonly (AnswerOf | undefined)[]
  /** The environments do not all answer the same. No version counts as an answer, too: code then uses its own fallback. */
  differs: boolean
  fits(words: string, onlyDiffering: boolean): boolean
}

export const rowsOf = (
  items: readonly FlagAnswers[],
  flags: readonly FlagInList[],
  environments: readonly Environment[],
): AnswerRow[] => {
  const byKey = new Map(flags.map((flag) => [flag.key, flag]))
  return items.map(({ flagKey, answers: told }) => {
    const flag = byKey.get(flagKey)
    const answers = environments.map(({ id }) => told[id])
    const differs = answers.some((answer) => isOther(answer, answers[0]))
    const text = () => (flag ? flagText(flag) : searchText([flagKey]))
    return {
      key: flagKey,
      flag,
      answers,
      differs,
      fits: (words, onlyDiffering) => (differs || !onlyDiffering) && hasWords(text(), wordsOf(words)),
    }
  })
}

export const isOther = (one: AnswerOf | undefined, other: AnswerOf | undefined): boolean =>
  !sameValue(one?.value, other?.value)
