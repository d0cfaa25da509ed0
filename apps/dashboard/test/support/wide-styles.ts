import type { Page } from 'playwright-core'

/**
 * The styles with `:has()` on an element that contains much of the current page: each change inside makes the browser
 * check again, through all of it. A `:has()` that only checks children or siblings costs next to nothing.
 */
export const findWideStyles = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const many = 1_000
    const rulesIn = (rules: CSSRuleList): CSSStyleRule[] =>
      [...rules].flatMap((rule) => [
        ...(rule instanceof CSSStyleRule ? [rule] : []),
        ...('cssRules' in rule ? rulesIn(rule.cssRules as CSSRuleList) : []),
      ])
    /** The selector with those that it is nested in, even if a media query is in between. */
    const wholeOf = (rule: CSSRule): string => {
      let around = rule.parentRule
      while (around && !(around instanceof CSSStyleRule)) around = around.parentRule
      const { selectorText } = rule as CSSStyleRule
      return around ? selectorText.replaceAll('&', `:is(${wholeOf(around)})`) : selectorText
    }
    const isWide = (rule: CSSStyleRule): boolean =>
      Array.from(rule.selectorText.matchAll(/:has\((\s*[>+~])?/g), ([, onlyNear]) => onlyNear).some((onlyNear, at) => {
        if (onlyNear) return false
        // The part before `:has(` selects the element, without the list of an `:is()` or `:not()` around it.
        const before = wholeOf(rule)
          .split(':has(')
          .slice(0, at + 1)
          .join(':has(')
        const asked = before.replace(/:(?:is|not|where)\([^()]*$/, '').replace(/^.*,(?![^(]*\))/, '')
        return [...document.querySelectorAll(asked.trim() || '*')].some(
          (one) => one.getElementsByTagName('*').length > many,
        )
      })
    return [...document.styleSheets]
      .flatMap((sheet) => rulesIn(sheet.cssRules))
      .filter(isWide)
      .map(({ selectorText }) => selectorText)
  })
