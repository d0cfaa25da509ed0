import { join } from 'node:path'
import { root } from '../root.mjs'

/**
 * What the languages' engines need of Unicode, under the Unicode License v3 (© Unicode, Inc.). `foldings` has the first and
 * the last character, the step between them, and how far from each the one lies that it folds to (CaseFolding.txt, status C
 * and S); `classes` is what patterns can name by `\p`, as `read-unicode.mjs` writes ranges.
 */
export const dataFile = join(root, 'scripts', 'unicode', 'unicode.json')
