import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, reportFailures } from '../fail.mjs'
import { root } from '../root.mjs'
import { dataFile } from './data-file.mjs'

// Writes every language's tables from scripts/unicode/unicode.json. `--check` only says which are not as it would write them.
const made = 'Made by scripts/unicode/write-tables.mjs from data under the Unicode License v3 (© Unicode, Inc.).'

const java = 'sdks/java/bunting-sdk/src/main/java/io/github/buntingflags/internal/engine'.split('/')

const tables = [
  [['packages', 'engine', 'src', 'case-folding', 'foldings.ts'], typeScriptFoldings],
  [['sdks', 'go', 'internal', 'engine', 'foldings.go'], goFoldings],
  [['sdks', 'go', 'internal', 'engine', 'unicode_classes.go'], goClasses],
  [['sdks', 'python', 'src', 'bunting_sdk', 'engine', 'case_folding', 'foldings.py'], pythonFoldings],
  [['sdks', 'python', 'src', 'bunting_sdk', 'engine', 'pattern', 'unicode_classes.py'], pythonClasses],
  [[...java, 'text', 'Foldings.java'], javaFoldings],
  [[...java, 'pattern', 'UnicodeClasses.java'], javaClasses],
]

await reportFailures(() => {
  const data = JSON.parse(readFileSync(dataFile, 'utf8'))
  const isCheck = process.argv.includes('--check')
  for (const [path, write] of tables) {
    const file = join(root, ...path)
    const text = write(data)
    if (!isCheck) writeFileSync(file, text)
    else if (readFileSync(file, 'utf8') !== text)
      throw new Failure(`${path.join('/')} is not what scripts/unicode/write-tables.mjs writes.`)
  }
})

function typeScriptFoldings({ version, foldings }) {
  const rows = foldings.map(([first, last, step, offset]) => `  [${hex(first)}, ${hex(last)}, ${step}, ${offset}],`)
  return `/** Whose simple case folding this is. */
export const unicodeVersion = '${version}'

/**
 * First and last character, the step between them, and how far from each the one lies that it folds to: CaseFolding.txt,
 * status C and S. ${made.replace('under the', 'under\n * the')}
 */
export const foldings: readonly (readonly [first: number, last: number, step: number, offset: number])[] = [
${rows.join('\n')}
]
`
}

function goFoldings({ version, foldings }) {
  const rows = foldings.map(([first, last, step, offset]) => `\t{${hex(first)}, ${hex(last)}, ${step}, ${offset}},`)
  return `package engine

// foldings is the simple case folding of Unicode ${version} (CaseFolding.txt, status C and S), as ranges of characters: the first,
// the last, the step between them, and the offset from each to its folding.
// ${made}
var foldings = []struct{ first, last, step, offset int32 }{
${rows.join('\n')}
}
`
}

function goClasses({ version, classes }) {
  const width = Math.max(...Object.keys(classes).map((name) => name.length))
  const rows = Object.entries(classes).map(
    ([name, ranges]) => `\t"${name}":${' '.repeat(width - name.length + 1)}"${ranges}",`,
  )
  return `package engine

// unicodeClasses has the categories, scripts and properties of Unicode ${version} that patterns can name. Each is a list of numbers in
// base 36: in turn, the gap before a range and the length of the range minus one.
// ${made}
var unicodeClasses = map[string]string{
${rows.join('\n')}
}
`
}

function pythonFoldings({ version, foldings }) {
  const rows = foldings.map(([first, last, step, offset]) => `    (${hex(first)}, ${hex(last)}, ${step}, ${offset}),`)
  return `"""Unicode's simple case folding.

${made}
"""

from typing import Final

UNICODE_VERSION: Final = "${version}"

# Ranges of characters: the first, the last, the step between them, and the offset from each to its folding.
FOLDINGS: Final[tuple[tuple[int, int, int, int], ...]] = (
${rows.join('\n')}
)
`
}

function pythonClasses({ version, classes }) {
  const rows = Object.entries(classes).map(([name, ranges]) => `    "${name}": "${ranges}",`)
  return `"""The categories, scripts and properties of Unicode ${version} that patterns can name.

${made}
"""

from typing import Final

# Numbers in base 36: in turn, the gap before a range and the length of the range minus one.
CLASSES: Final[dict[str, str]] = {
${rows.join('\n')}
}
`
}

function javaFoldings({ version, foldings }) {
  const rows = foldings.map(
    ([first, last, step, offset]) => `            {${hex(first)}, ${hex(last)}, ${step}, ${offset}},`,
  )
  return `package io.github.buntingflags.internal.engine.text;

/**
 * The simple case folding of Unicode ${version}: CaseFolding.txt, status C and S.
 *
 * <p>${made.replace('under the', 'under the\n * ')}
 */
public final class Foldings {
    private Foldings() {}

    /** Ranges of characters: the first, the last, the step between them, and the offset from each to its folding. */
    public static int[][] all() {
        return new int[][] {
${rows.join('\n')}
        };
    }
}
`
}

function javaClasses({ version, classes }) {
  const names = Object.keys(classes)
  const categories = names.filter((name) => name.length === 2).map((name) => `"${name}"`)
  const rows = names.map((name) => `            case "${name}" -> "${classes[name]}";`)
  return `package io.github.buntingflags.internal.engine.pattern;

import java.util.List;

/**
 * The categories, scripts and properties of Unicode ${version} that patterns can name.
 *
 * <p>${made.replace('under the', 'under the\n * ')}
 */
final class UnicodeClasses {
    /** The categories of two letters; each category of one letter is a union of these. */
    static final List<String> CATEGORIES =
            List.of(${categories.join(', ')});

    private UnicodeClasses() {}

    /**
     * Returns the gap before each range and its length minus one, alternating, in base 36; null if there is no class of that
     * name.
     */
    static String of(String name) {
        return switch (name) {
${rows.join('\n')}
            default -> null;
        };
    }
}
`
}

function hex(point) {
  return `0x${point.toString(16)}`
}
