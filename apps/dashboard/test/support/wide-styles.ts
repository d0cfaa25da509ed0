import type { Page } from 'playwright-core'

/**
 * The styles that make the browser go through much of the current page. A `:has()` on an element that contains much of it
 * is checked again at each change inside; one that only checks children or siblings costs next to nothing. A style of
 * anything inside the root element that depends on a class of that makes it search the page when the class comes or goes.
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
    const ofRoot = [...document.documentElement.classList].map((name) => new RegExp(`\\.${name}\\)*[\\s>]+\\S`))
    const asksRoot = (rule: CSSStyleRule): boolean => ofRoot.some((pattern) => pattern.test(wholeOf(rule)))
    return [...document.styleSheets]
      .flatMap((sheet) => rulesIn(sheet.cssRules))
      .filter((rule) => isWide(rule) || asksRoot(rule))
      .map(({ selectorText }) => selectorText)
  })
