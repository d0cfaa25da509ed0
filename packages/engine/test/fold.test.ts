import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from '../src/case-folding/fold.ts'
import { unicodeVersion } from '../src/case-folding/foldings.ts'

test.each([
  ['ASCII', 'Hello, World! [\\]^_`{|}~@', 'hello, world! [\\]^_`{|}~@'],
  ['Latin-1', 'ÀÖ×ØÞ', 'àö×øþ'],
  ['a text of several scripts', 'ÄRGER, ВОДА, ΝΕΡΌ', 'ärger, вода, νερό'],
  ['the capital sharp s, which becomes one letter and not two', 'STRAẞE', 'straße'],
  ['the long s', 'ſ', 's'],
  ['the sign of kelvin', '\u212a', 'k'],
  ['the sign of ångström', '\u212b', 'å'],
  ['the sign of ohm', '\u2126', 'ω'],
  ['the sign of micro', 'µ', 'μ'],
  ['the final sigma', 'ΟΔΥΣΣΕΥΣ ὀδυσσεύς', 'οδυσσευσ ὀδυσσεύσ'],
  ['Greek symbols that are letters', 'ϐϑϕϖϰϱϵ', 'βθφπκρε'],
  ['the iota below, alone', '\u0345\u1fbe', 'ιι'],
  ['Greek titlecase letters', 'ᾈᾼῌῼ', 'ᾀᾳῃῳ'],
  ['digraphs in upper and title case', 'ǄǅǇǈǊǋǱǲ', 'ǆǆǉǉǌǌǳǳ'],
  ['a ligature that another one equals', '\ufb05', '\ufb06'],
  ['Cherokee, whose small letters fold to the capital ones', '\u{ab70}\u{abbf}\u{13f8}', '\u{13a0}\u{13ef}\u{13f0}'],
  ['Georgian Mtavruli', '\u1c90\u1cba', '\u10d0\u10fa'],
  ['Georgian Asomtavruli', '\u10a0', '\u2d00'],
  ['Cyrillic variants', '\u1c80\u1c88', '\u0432\ua64b'],
  ['letters that lie far from their small ones', '\u023a\u2c6f\ua7ae', '\u2c65\u0250\u026a'],
  ['Roman numerals', 'ⅫⒶ', 'ⅻⓐ'],
  ['full width', 'ＡＺ', 'ａｚ'],
  ['Deseret', '\u{10400}\u{10427}', '\u{10428}\u{1044f}'],
  ['Osage', '\u{104b0}', '\u{104d8}'],
  ['Old Hungarian', '\u{10c80}', '\u{10cc0}'],
  ['Warang Citi', '\u{118a0}', '\u{118c0}'],
  ['Adlam', '\u{1e900}\u{1e921}', '\u{1e922}\u{1e943}'],
  ['astral letters among others', 'A\u{10400}B\u{1f600}C', 'a\u{10428}b\u{1f600}c'],
  ['half surrogates beside letters', '\ud801A\udc00\ud801', '\ud801a\udc00\ud801'],
])('%s: %s', (_, text, folded) => {
  expect(fold(text)).toBe(folded)
})

test.each([
  ['nothing', ''],
  ['what has no case', '漢字 かな 123 \u{1f600}'],
  ['small letters', 'straße, größer, ὀδυσσε\u00fd'],
  ['Cherokee capitals', '\u13a0\u13f5'],
  ['the dotted capital I, and the small one without a dot, which only Turkish folds', 'İı'],
  ['what has only a folding of several letters', 'ŉǰΐ\ufb00'],
  ['half surrogates', '\ud801 \udc00\ud801'],
])('to itself folds %s: %s', (_, text) => {
  expect(fold(text)).toBe(text)
})

const text = fc
  .array(fc.oneof(fc.nat(0xffff), fc.nat(0x24f), fc.constantFrom(0xd801, 0xdc00, 0xd83a, 0xdd00)))
  .map((units) => String.fromCharCode(...units))

test('what is folded is as long as before and folds to itself', () => {
  fc.assert(
    fc.property(text, (one) => {
      const folded = fold(one)
      expect(folded.length).toBe(one.length)
      expect(fold(folded)).toBe(folded)
    }),
  )
})

const points = Array.from({ length: 0x110000 }, (_, point) => String.fromCodePoint(point))

// Only on a runtime with at least this version of Unicode: its patterns then know all the same characters.
test.skipIf(Number.parseFloat(process.versions.unicode ?? '') < Number.parseFloat(unicodeVersion))(
  'of all characters, those are equal that a pattern without case takes for equal',
  () => {
    const changes = /\p{Changes_When_Casefolded}|\p{Changes_When_Casemapped}/u
    const cased = points.filter((point) => changes.test(point) || fold(point) !== point)
    const all = cased.join('')
    const alike = Map.groupBy(cased, fold)
    for (const point of cased) {
      expect(all.match(new RegExp(point, 'giu'))).toEqual(alike.get(fold(point)))
    }
  },
)
