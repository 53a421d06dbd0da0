import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compress } from './script/compress.ts'
import { shortClassNames } from './script/classNames.ts'

/** The inspector is built by itself, so that the client's first page has no byte of it. It is served in development alone. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/inspect/',
  publicDir: false,
  plugins: [react(), compress()],
  resolve: { alias: { entities: join(import.meta.dirname, 'src/blocks/htmlEntities.ts') } },
  css: { modules: { generateScopedName: shortClassNames } },
  build: {
    outDir: 'dist/inspect',
    emptyOutDir: true,
    license: { fileName: 'licenses.md' },
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: ['chrome123', 'firefox121', 'safari17.5'],
    rolldownOptions: { input: join(import.meta.dirname, 'inspect.html') },
  },
})
