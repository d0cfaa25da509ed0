import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { contractRoutes } from './contract-routes.ts'
import { firstPaint } from './first-paint.ts'
import { oneByOne } from './one-by-one.ts'
import { splitByNeed } from './split-by-need.ts'

const { plugin: needs, codeSplitting } = splitByNeed()

/** Declares the order of the CSS layers first in each file: pages load their styles when they are opened, in any order. */
const layerOrder = (): Plugin => ({
  name: 'layer-order',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/.*\.css$/ },
    handler: (code) => `@layer theme, base, components, utilities;\n${code}`,
  },
})

export default defineConfig({
  root: import.meta.dirname,
  // Relative addresses between files: the server may be under any path (see src/base.ts).
  base: './',
  plugins: [layerOrder(), react(), tailwindcss(), contractRoutes(), oneByOne(), firstPaint(), needs],
  build: {
    target: 'es2024',
    // These browsers are the first that support light-dark() and relative colours, which must not be compiled away.
    cssTarget: ['chrome125', 'firefox128', 'safari18'],
    // The Content-Security-Policy allows fonts and pictures only from files.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    // All of those browsers support it.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting,
      },
    },
  },
})
