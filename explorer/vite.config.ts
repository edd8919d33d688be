import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  publicDir: false,
  logLevel: 'warn',
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  build: {
    outDir: '../dist/public/explorer',
    emptyOutDir: true,
    target: 'es2022',
    // One file of each kind: small enough, and nothing is fetched twice.
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
})
