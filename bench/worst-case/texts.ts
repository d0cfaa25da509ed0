const longest = 1_024

/** What an attribute may hold that somebody means badly with; all as long as they may be. */
export const texts: Record<string, string | number> = {
  alike: 'a'.repeat(longest),
  'two letters': Array.from({ length: longest }, (_, at) => 'ab'[(Math.imul(at + 7, 2_654_435_761) >>> 13) & 1]).join(
    '',
  ),
  Cyrillic: 'а'.repeat(longest),
  pictures: '\u{1f600}'.repeat(longest / 2),
  words: 'aaaa bbbb\n'.repeat(longest / 10),
  version: `1.0.0-${'a.'.repeat(508)}a`,
  instant: `2026-01-01T00:00:00.${'1'.repeat(1_000)}Z`,
  digits: `1.${'1'.repeat(1_000)}`,
  number: 1.234_567_890_123e-7,
}
