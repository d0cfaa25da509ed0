import type { Plugin } from 'vite'

/**
 * Puts what the page needs into the order in which a browser should request it. The app's code and styles come before the
 * script that asks the API: a browser has six connections, and they would wait until one of its requests is answered. The
 * stylesheet itself is linked at the end of the page: the frame before it is painted without waiting for it.
 */
export const firstPaint = (): Plugin => ({
  name: 'first-paint',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (page) => {
      const code = page.match(/<script type="module"[^>]*><\/script>/g) ?? []
      const styles = page.match(/<link rel="stylesheet"[^>]*>/g) ?? []
      const early = [...code, ...styles.map((link) => link.replace('rel="stylesheet"', 'rel="preload" as="style"'))]
      return [...code, ...styles]
        .reduce((rest, tag) => rest.replace(tag, ''), page)
        .replace('</title>', `</title>${early.join('')}`)
        .replace('</body>', `${styles.join('')}</body>`)
    },
  },
})
