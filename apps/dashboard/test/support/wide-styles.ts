import type { Page } from 'playwright-core'

/**
 * The styles whose `:has()` is asked of an element with much of the page in it, as that is now: each change in there has the
 * browser ask again, and look through all of it. One that only asks children or siblings costs nothing to speak of.
 */
export const findWideStyles = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const many = 1_000
    const rulesIn = (rules: CSSRuleList): CSSStyleRule[] =>
      [...rules].flatMap((rule) => [
        ...(rule instanceof CSSStyleRule ? [rule] : []),
        ...('cssRules' in rule ? rulesIn(rule.cssRules as CSSRuleList) : []),
      ])
    /** With what it is nested in, also where a media query is between them. */
    const wholeOf = (rule: CSSRule): string => {
      let around = rule.parentRule
      while (around && !(around instanceof CSSStyleRule)) around = around.parentRule
      const { selectorText } = rule as CSSStyleRule
      return around ? selectorText.replaceAll('&', `:is(${wholeOf(around)})`) : selectorText
    }
    const isWide = (rule: CSSStyleRule): boolean =>
      Array.from(rule.selectorText.matchAll(/:has\((\s*[>+~])?/g), ([, onlyNear]) => onlyNear).some((onlyNear, at) => {
        if (onlyNear) return false
        // What is before it says of what it is asked, without the list of an `:is()` or `:not()` that it stands in.
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
