import fonts from '../ui/styles/fonts.css?url'

/** The stored URL of fonts that were loaded before: index.html then requests them before the first paint. */
const stored = 'bunting-fonts'

/** Loads the fonts after the page: a page in the system's font is more useful than none in ours. */
export const loadFonts = (): void => {
  if (document.getElementById('fonts')?.getAttribute('href') === fonts) return
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: fonts, id: 'fonts' })
  document.head.append(link)
  void document.fonts.ready.then(() => {
    try {
      localStorage.setItem(stored, fonts)
    } catch {
      // Without storage, the fonts are loaded after the first page each time.
    }
  })
}
