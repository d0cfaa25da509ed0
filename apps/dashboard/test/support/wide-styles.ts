import type { Page } from 'playwright-core'

/**
 * The styles whose `:has()` makes the browser look through many elements of the page as it is now, at every change of it: an
 * empty list is what a test expects. What only looks at children or siblings costs nothing to speak of.
 */
export const findWideStyles = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const many = 1_000
    const rulesIn = (rules: CSSRuleList): CSSStyleRule[] =>
      [...rules].flatMap((rule) => [
        ...(rule instanceof CSSStyleRule ? [rule] : []),
        ...('cssRules' in rule ? rulesIn(rule.cssRules as CSSRuleList) : []),
      ])
    /** What is asked whether it has something: the last part before `:has(`; of what is nested, what it is nested in. */
    const subjectOf = ({ selectorText, parentRule }: CSSStyleRule): string => {
      const before =
        selectorText
          .split(/(?::(?:not|is|where)\([^)]*)?:has\(/)[0]
          ?.split(/[\s,>~+]/)
          .at(-1) ?? ''
      const around = parentRule instanceof CSSStyleRule ? parentRule.selectorText.replaceAll('&', '') : ''
      return before.replace('&', around.trim()) || '*'
    }
    const looksThroughMany = (rule: CSSStyleRule): boolean => {
      const [, inner = ''] = /:has\(((?:[^()]|\([^()]*\))*)\)/.exec(rule.selectorText) ?? []
      if (inner === '' || /^[>~+]/.test(inner)) return false
      return [...document.querySelectorAll(subjectOf(rule))].some((one) => {
        const all = [...one.querySelectorAll('*')]
        const found = all.findIndex((element) => element.matches(inner))
        return (found < 0 ? all.length : found) > many
      })
    }
    return [...document.styleSheets]
      .flatMap((sheet) => rulesIn(sheet.cssRules))
      .filter(looksThroughMany)
      .map(({ selectorText }) => selectorText)
  })
